"""Section of a person's staff page: what staff noted about them and did."""

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sanctions.models import AuditEntry
from accounts.staff.person_sections import Row, Section, page, register

SHOWN = 20


def collect(person: User) -> Section:
    acts = AuditEntry.objects.filter(about_kind="accounts.user", about_id=person.pk)
    rows = [
        Row(f"{act.by_name}: {act.what}. {act.reason}", act.at, page(ENTRY, act.pk))
        for act in acts.order_by("-pk")[:SHOWN]
    ]
    return Section(_("Notes and acts of staff"), rows)


ENTRY = "sanctions_auditentry_change"
register("sanctions.view_auditentry", collect)
