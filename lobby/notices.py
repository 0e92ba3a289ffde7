"""Notices of the lobby: what the tables tell people who look elsewhere."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.services import notify, notify_all, settle
from games.models import Match
from games.models import Seat as MatchSeat
from lobby.models import Table

TURN = "your-turn"

kinds.register(
    "invited",
    _("%(name)s invites you to play %(game)s."),
    icon="user-plus",
    translated=("game",),
)
kinds.register(
    "match-starts",
    _("The match starts: %(game)s at table %(code)s."),
    icon="play",
    translated=("game",),
)
kinds.register(
    TURN,
    _("It is your turn: %(game)s at table %(code)s."),
    icon="hourglass",
    translated=("game",),
)
kinds.register(
    "match-over",
    _("The match is over: %(game)s at table %(code)s."),
    icon="flag",
    translated=("game",),
)


def invited(table: Table, by: User, other: User) -> None:
    notify(other.pk, "invited", {"name": by.username, **_about(table)}, table.get_absolute_url())


def match_starts(table: Table, people: list[int]) -> None:
    """Where there is a long clock, whoever moves first is told of the turn instead."""
    if not table.live:
        assert table.match_id is not None
        match = Match.objects.get(pk=table.match_id)
        first = MatchSeat.objects.filter(match=match, index__in=match.acting)
        people = [who for who in people if who not in set(first.values_list("user_id", flat=True))]
    notify_all(
        people,
        "match-starts",
        _about(table),
        table.get_absolute_url(),
        once=f"starts:{table.match_id}",
    )


def turn_came(table: Table, match_id: int, seq: int, people: list[int]) -> None:
    notify_all(people, TURN, _about(table), table.get_absolute_url(), once=f"turn:{match_id}:{seq}")


def match_over(table: Table) -> None:
    """Where nobody is expected to sit and wait, the end is told, and no turn waits any more."""
    if table.live:
        return
    settle(TURN, table.get_absolute_url())
    people = list(table.chairs.filter(level="").values_list("user_id", flat=True))
    notify_all(
        people,
        "match-over",
        _about(table),
        table.get_absolute_url(),
        once=f"over:{table.match_id}",
    )


def _about(table: Table) -> dict[str, str]:
    return {"game": table.rules.INFO.name, "code": table.code}
