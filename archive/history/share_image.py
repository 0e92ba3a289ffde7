"""Share image of a profile: what everybody may see of somebody's play."""

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.ratings import selectors as ratings
from accounts.ratings.models import Rating
from games import registry
from sharing.pictures.people import person_of
from sharing.pictures.profile import ProfilePicture, Record


def profile_picture(person: User) -> ProfilePicture:
    rows = [row for row in ratings.record_of(person.pk) if row.game in registry.game_keys()]
    return ProfilePicture(
        person=person_of(person),
        note=note_of(person),
        records=tuple(record_of(row) for row in rows),
        empty=_("No rated match yet."),
    )


def note_of(person: User) -> str:
    if person.bot_level:
        return _("Lives in the house and always has time for a game.")
    if person.is_bot:
        return _("A program plays from this account.")
    if person.is_guest:
        return _("Plays here for a day, under a name alone.")
    when = date_format(timezone.localtime(person.date_joined), "F Y")
    return _("Here since %(when)s") % {"when": when}


def record_of(row: Rating) -> Record:
    number = number_format(row.matches, force_grouping=True)
    played = ngettext("%(n)s match", "%(n)s matches", row.matches) % {"n": number}
    won = _("%(n)d%% won") % {"n": round(100 * row.wins / row.matches)}
    return Record(
        game=_(registry.rules_for(row.game).INFO.name),
        rating=f"{row.shown}{'?' if row.provisional else ''}",
        facts=f"{played} · {won}",
    )
