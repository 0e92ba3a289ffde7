"""Site statistics: now, and minute by minute. Nothing here reads a whole table.

Moves are counted once a minute by the numbers of the events since the last count, so a count costs
what was played in that minute. The chart reads the small table of minutes.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Count

from accounts.sanctions.models import Appeal
from games.models import Match
from games.presence import outages
from lobby.models import Table
from moderation.models import Minute, Report

KEPT_DAYS = 7

COUNT_EVENTS = """
SELECT max(id), count(*) FILTER (WHERE by = 'player'), count(*) FILTER (WHERE by = 'bot')
  FROM games_event WHERE id > %s
"""

ONLINE = """
SELECT count(DISTINCT user_id), count(*) FILTER (WHERE user_id IS NULL)
  FROM games_lease WHERE expires_at > clock_timestamp()
"""

BOT_SEATS = """
SELECT coalesce(sum((SELECT count(*) FROM jsonb_object_keys(bots))), 0),
       coalesce(sum(cardinality(fresh)), 0)
  FROM games_match WHERE status = 'running'
"""


@dataclass(frozen=True)
class SiteStats:
    """What the dashboard and the metrics say of this moment."""

    matches: dict[str, int]
    tables: dict[str, int]
    online: int
    visitors: int
    reports: dict[str, int]
    appeals: int
    sweep_lag: float | None
    bot_seats: int
    seats: int

    @property
    def playing(self) -> int:
        return sum(self.matches.values())

    @property
    def open_reports(self) -> int:
        return sum(self.reports.values())

    @property
    def bot_share(self) -> float:
        return self.bot_seats / self.seats if self.seats else 0.0


def current() -> SiteStats:
    online, visitors = _row(ONLINE)
    bot_seats, seats = _row(BOT_SEATS)
    running = Match.objects.filter(status=Match.Status.RUNNING).values_list("game")
    open_reports = Report.objects.exclude(state=Report.State.CLOSED).values_list("kind")
    tables = Table.objects.exclude(status=Table.Status.CLOSED).values_list("status")
    return SiteStats(
        matches=dict(running.annotate(Count("id")).order_by()),
        tables=dict(tables.annotate(Count("id")).order_by()),
        online=online,
        visitors=visitors,
        reports=dict(open_reports.annotate(Count("id")).order_by()),
        appeals=Appeal.objects.filter(state=Appeal.State.OPEN).count(),
        sweep_lag=outages.age(outages.SWEEP),
        bot_seats=int(bot_seats),
        seats=int(seats),
    )


def count_minute() -> None:
    """Adds the row of this minute. Run twice in a minute, it adds nothing."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('courtyard.minute'))")
        cursor.execute("SELECT date_trunc('minute', clock_timestamp())")
        minute: datetime = cursor.fetchone()[0]
        last = Minute.objects.order_by("-at").first()
        if last is not None and last.at >= minute:
            return
        moves = bot_moves = 0
        if last is None:
            # Counting begins here; what was played before is not looked through.
            cursor.execute("SELECT coalesce(max(id), 0) FROM games_event")
            newest = cursor.fetchone()[0]
        else:
            cursor.execute(COUNT_EVENTS, [last.last_event])
            newest, moves, bot_moves = cursor.fetchone()
        here = current()
        Minute.objects.create(
            at=minute,
            last_event=newest or (last.last_event if last else 0),
            moves=moves,
            bot_moves=bot_moves,
            total_moves=moves + (last.total_moves if last else 0),
            total_bot_moves=bot_moves + (last.total_bot_moves if last else 0),
            tables=here.playing,
            online=here.online,
            reports=here.open_reports,
            sweep_lag=here.sweep_lag,
        )
        Minute.objects.filter(at__lt=minute - timedelta(days=KEPT_DAYS)).delete()


def recent(minutes: int = 60) -> list[Minute]:
    """The last rows, oldest first."""
    return list(reversed(Minute.objects.order_by("-at")[:minutes]))


def _row(sql: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()
