"""Selectors of matches to watch: the running public ones, and only what a spectator sees."""

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from games.models import Seat
from lobby.models import Table
from lobby.selectors import watcher_counts

FEATURED_OF = 24
"""Matches among which the front page looks for the one to watch."""


@dataclass(frozen=True)
class WatchableMatch:
    """A match that can be watched."""

    table: Table
    seats: list[Seat]
    watchers: int


def playing_tables(game: str = "") -> QuerySet[Table]:
    """Those whose match anybody may watch, with its players; the youngest first."""
    rows = Table.objects.filter(status=Table.Status.PLAYING, public=True)
    if game:
        rows = rows.filter(game=game)
    players = Prefetch("match__seats", Seat.objects.select_related("user").order_by("index"))
    return (
        rows.select_related("match")
        .defer("match__state", "seed", "match__seed", "match__key")
        .prefetch_related(players)
        .order_by("-match_id")
    )


def watchable(tables: list[Table]) -> list[WatchableMatch]:
    """The most watched come first, then as they were. One query, however many there are."""
    counts = watcher_counts([table.pk for table in tables])
    found = [
        WatchableMatch(table, list(table.match.seats.all()), counts[table.pk])
        for table in tables
        if table.match is not None
    ]
    return sorted(found, key=lambda each: -each.watchers)


def featured() -> WatchableMatch | None:
    """The most watched of the youngest live matches."""
    rows = playing_tables().filter(match__live=True)
    return next(iter(watchable(list(rows[:FEATURED_OF]))), None)
