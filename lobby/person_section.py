"""Section of a person's staff page: what they said at the tables, removed lines too."""

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.staff.person_sections import Row, Section, page, register
from lobby.models import ChatLine
from lobby.room.phrases import phrase_text

SHOWN = 20


def collect(person: User) -> Section:
    lines = ChatLine.objects.filter(user=person).select_related("table").order_by("-at")
    rows = [
        Row(_described(line), line.at, page("lobby_chatline_change", line.pk))
        for line in lines[:SHOWN]
    ]
    return Section(
        _("Talk"), rows, page("lobby_chatline_changelist", query=f"?q={person.username}")
    )


def _described(line: ChatLine) -> str:
    words = phrase_text(line.phrase) if line.phrase else line.text
    removed = _("(removed)") if line.removed_at else ""
    return f"{line.table.code}: {words} {removed}"


register("lobby.view_chatline", collect)
