"""Section of a person's staff page: karma and what it is made of."""

from django.utils.translation import gettext as _

from accounts.karma import scoring, selectors
from accounts.models import User
from accounts.staff.person_sections import Row, Section, page, register

SHOWN = 10


def collect(person: User) -> Section:
    value = selectors.value_of(person.pk)
    rows = [
        Row(
            f"{entry.change:+d} → {entry.value}: {entry.get_kind_display()} {entry.reason}",
            entry.at,
            page("karma_entry_change", entry.pk),
        )
        for entry in selectors.entries_of(person)[:SHOWN]
    ]
    title = _("Karma: %(value)d, %(word)s") % {"value": value, "word": scoring.word(value)}
    return Section(title, rows, page("karma_entry_changelist", query=f"?q={person.username}"))


register("karma.view_entry", collect)
