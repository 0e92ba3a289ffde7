"""One's own games, as the front page begins with them: running, to move, waiting."""

from dataclasses import dataclass

from django.db.models import F, Prefetch, Q
from django.template.loader import get_template

from accounts.models import User
from accounts.people.bots import dressed
from games.models import Match, Seat
from lobby import selectors
from lobby.models import Chair, Table

SHOWN = 5
"""Rows on the front page; all of them are on a page of their own."""


@dataclass(frozen=True)
class MyGame:
    """A table where one plays or waits."""

    table: Table
    others: list[User]
    is_turn: bool = False
    bots_ms: int | None = None
    """Until bots join, where one waits with a countdown."""

    @property
    def playing(self) -> bool:
        return self.table.status == Table.Status.PLAYING

    @property
    def free(self) -> int:
        return self.table.seats - len(self.others) - 1

    @property
    def order(self) -> tuple[bool, ...]:
        """Running on a short clock, slow and one's own turn, slow and another's, waiting."""
        return not self.playing, not self.table.live, not self.is_turn


def games_of(user: User) -> list[MyGame]:
    found = [*_running(user), *_waiting(user)]
    return sorted(found, key=lambda each: each.order)


def _running(user: User) -> list[MyGame]:
    """By what is due first."""
    seats = Prefetch("match__seats", Seat.objects.select_related("user").order_by("index"))
    mine = Q(match__seats__user=user, match__seats__forfeited_at__isnull=True)
    rows = (
        Table.objects.filter(mine, status=Table.Status.PLAYING, match__status=Match.Status.RUNNING)
        .select_related("match")
        .defer("seed", "match__state", "match__seed", "match__key", "match__supplies")
        .prefetch_related(seats)
        .order_by(F("match__deadline").asc(nulls_last=True))
    )
    found = []
    for table in rows:
        assert table.match is not None
        dealt = list(table.match.seats.all())
        acts = {seat.user_id for seat in dealt if seat.index in table.match.acting}
        others = [dressed(seat.user, seat.name) for seat in dealt if seat.user_id != user.pk]
        found.append(MyGame(table, others, user.pk in acts))
    return found


def _waiting(user: User) -> list[MyGame]:
    """Chairs where a match is still to come; where one is over, nobody waits before saying so."""
    still = Q(table__match__isnull=True) | Q(ready=True)
    mine = Chair.objects.filter(still, user=user, table__status=Table.Status.OPEN)
    rows = Table.objects.defer("seed").filter(pk__in=mine.values("table")).order_by("-touched_at")
    return [
        MyGame(
            table,
            [chair.user for chair in selectors.chairs_of(table) if chair.user_id != user.pk],
            bots_ms=selectors.bots_in_ms(table) if table.bots_at else None,
        )
        for table in rows
    ]


def context(user: User | None) -> dict[str, object]:
    games = games_of(user) if user is not None else []
    return {"mine": games[:SHOWN], "mine_more": len(games) - SHOWN}


def region(user: User) -> str:
    return get_template("lobby/regions/mine.html").render(context(user) | {"push": True})
