"""Selectors of matches to watch: the running public ones, and only what a spectator sees."""

from collections import defaultdict
from dataclasses import dataclass

from django.db import connection
from django.db.models import Prefetch, QuerySet

from games.models import Seat
from lobby.models import Table

PRESENT = """
SELECT l.venue, count(DISTINCT COALESCE(l.user_id::text, l.connection::text))
  FROM games_lease l
 WHERE l.venue = ANY(%s) AND l.expires_at > clock_timestamp()
   AND NOT EXISTS (SELECT 1 FROM lobby_chair c
                    WHERE 'table.' || c.table_id = l.venue AND c.user_id = l.user_id)
 GROUP BY l.venue
"""


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
    counts = watcher_counts([table.venue for table in tables])
    found = [
        WatchableMatch(table, list(table.match.seats.all()), counts[table.venue])
        for table in tables
        if table.match is not None
    ]
    return sorted(found, key=lambda each: -each.watchers)


def featured() -> WatchableMatch | None:
    """The most watched of the youngest live matches."""
    rows = playing_tables().filter(match__live=True)
    return next(iter(watchable(list(rows[:FEATURED_OF]))), None)


def watcher_counts(venues: list[str]) -> dict[str, int]:
    """By venue: who has it open without a chair. Two tabs are one person."""
    with connection.cursor() as cursor:
        cursor.execute(PRESENT, [venues])
        return defaultdict(int, cursor.fetchall())
