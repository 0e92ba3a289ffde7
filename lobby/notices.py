"""Notices of the lobby: what the tables tell people who look elsewhere."""

from collections.abc import Iterable
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.services import notify, notify_all, settle
from games.models import Match
from games.models import Seat as MatchSeat
from lobby.models import ChatLine, Table

TURN = "your-turn"
COURSE = ("match-starts", TURN, "match-over")
"""How a match goes on. Of one table there is one such notice, the newest."""

kinds.register(
    "invited",
    _("%(name)s invites you to play %(game)s."),
    icon="user-plus",
    translated=("game",),
    push=kinds.Push(_("Somebody invites me to a table"), timedelta(hours=1)),
)
kinds.register(
    "match-starts",
    _("The match starts: %(game)s at table %(code)s."),
    icon="play",
    translated=("game",),
    push=kinds.Push(_("A match starts at a table of mine"), timedelta(minutes=10)),
)
kinds.register(
    TURN,
    _("It is your turn: %(game)s at table %(code)s."),
    icon="hourglass",
    translated=("game",),
    push=kinds.Push(
        _("It is my turn at a slow table"), timedelta(days=1), mail_after=timedelta(minutes=15)
    ),
)
kinds.register(
    "match-over",
    _("The match is over: %(game)s at table %(code)s."),
    icon="flag",
    translated=("game",),
)

kinds.register("line-removed", _("The house removed a line of yours: %(reason)s"), icon="info")


def line_removed(line: ChatLine, reason: str) -> None:
    if line.user_id is not None:
        notify(line.user_id, "line-removed", {"reason": reason}, line.table.get_absolute_url())


def invited(table: Table, by: User, other: User) -> None:
    notify(other.pk, "invited", {"name": by.username, **_about(table)}, table.get_absolute_url())


def match_starts(table: Table, people: Iterable[int]) -> None:
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
        instead_of=COURSE,
    )


def turn_came(table: Table, match_id: int, seq: int, people: list[int], acting: list[int]) -> None:
    """Who is not among those `acting` has moved, or was timed out: no turn of theirs waits."""
    settle(TURN, table.get_absolute_url(), besides=acting)
    notify_all(
        people,
        TURN,
        _about(table),
        table.get_absolute_url(),
        once=f"turn:{match_id}:{seq}",
        instead_of=COURSE,
    )


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
        instead_of=COURSE,
    )


def _about(table: Table) -> dict[str, str]:
    return {"game": table.rules.INFO.name, "code": table.code}
