"""Section of a person's staff page: the matches they sat in."""

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.staff.person_sections import Row, Section, page, register
from games import registry
from games.models import Match, Seat
from games.page.players import ROLES

SHOWN = 10


def collect(person: User) -> Section:
    seats = Seat.objects.filter(user=person).select_related("match").defer("match__state")
    rows = [
        Row(_described(seat), seat.match.started_at, page("games_match_change", seat.match_id))
        for seat in seats.order_by("-match_id")[:SHOWN]
    ]
    return Section(
        _("Matches"), rows, page("games_match_changelist", query=f"?q={person.username}")
    )


def _described(seat: Seat) -> str:
    match = seat.match
    known = match.game in registry.game_keys()
    parts = [
        _(registry.rules_for(match.game).INFO.name) if known else match.game,
        str(Match.Status(match.status).label),
        str(ROLES.get(seat.role, "")),
        _("place %(place)d") % {"place": seat.place} if seat.place else "",
        _("left") if seat.forfeited_at else "",
    ]
    return f"#{match.pk} " + ", ".join(filter(None, parts))


register("games.view_match", collect)
