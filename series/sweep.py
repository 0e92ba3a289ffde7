"""The sweep of series: finds what is due, and calls the idempotent service for it.

Like the sweep of matches it waits for nobody and decides nothing: each service takes the lock of
its series and looks again. While no web process is alive nothing is due, for nobody could come.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now

from games.presence import outages
from lobby.selectors import no_recent_outage
from series import limits, notices
from series.models import Series
from series.services import advancing, ending, hosting, making
from series.services.calling import open_pods
from series.services.locking import change, database_now, lock_if_free

log = logging.getLogger("courtyard.series")

# A clock that rang; every arena, where somebody may be free; a table that dealt or closed, a match
# that is over, a grace that is; and a round whose last pod was read by a sweep that then died.
DUE = """
SELECT s.id FROM series_series s
 WHERE (s.status IN ('planned', 'running') AND s.deadline <= statement_timestamp())
    OR (s.status = 'running' AND s.kind = 'arena')
    OR (s.status IN ('running', 'paused') AND EXISTS (
        SELECT 1 FROM series_round r JOIN series_pod p ON p.round_id = r.id
          JOIN lobby_table t ON t.id = p.table_id
          LEFT JOIN games_match m ON m.id = p.match_id
         WHERE r.series_id = s.id AND p.status IN ('called', 'playing')
           AND (p.held_until <= statement_timestamp() AND p.status = 'called'
                OR p.status = 'called' AND t.status <> 'open'
                OR p.status = 'playing' AND m.status <> 'running')))
    OR (s.status = 'running' AND s.deadline IS NULL AND NOT EXISTS (
        SELECT 1 FROM series_round r JOIN series_pod p ON p.round_id = r.id
         WHERE r.series_id = s.id AND p.status IN ('called', 'playing')))
 ORDER BY s.deadline NULLS LAST
"""

SOON = timedelta(seconds=limits.REMIND)

IDLE = {Series.Status.PLANNED: timedelta(days=7), Series.Status.PAUSED: timedelta(hours=12)}
"""A night that has not begun, or stands still, for so long is over. It may be for next Friday."""


def sweep() -> None:
    """All series that something is due for, each by itself."""
    if _nobody_can_play():
        return
    with connection.cursor() as cursor:
        cursor.execute(DUE)
        due = [row[0] for row in cursor.fetchall()]
    _each(advancing.advance, due)


def minute() -> None:
    """Reminders, next week's series, and nights whose host has gone."""
    if _nobody_can_play():
        return
    _each(
        remind,
        _ids(status="planned", reminded=False, deadline__lte=Now() + SOON),
    )
    started = Series.objects.filter(weekly=True, next=None).exclude(status="planned")
    _each(making.repeat_next_week, list(started.values_list("pk", flat=True)))
    if no_recent_outage(hosting.HOST_AWAY):
        _each(hosting.inherit_if_host_is_away, _ids(kind="night", status__in=("running", "paused")))
    _each(close_idle_night, _ids(kind="night", status__in=IDLE))


@transaction.atomic
def remind(series_id: int) -> None:
    series = lock_if_free(series_id)
    if series is not None and not series.reminded and series.status == Series.Status.PLANNED:
        change(series, reminded=True)
        notices.soon(series)


@transaction.atomic
def close_idle_night(series_id: int) -> None:
    """Nobody has begun it, or come back to it."""
    series = lock_if_free(series_id)
    if series is None or series.status not in IDLE:
        return
    idle_since = series.paused_at or series.created_at
    if database_now() - idle_since < IDLE[Series.Status(series.status)] or open_pods(series):
        return
    if series.status == Series.Status.PLANNED:
        ending.call_off(series)
    else:
        ending.end(series)


def _nobody_can_play() -> bool:
    """While no web process is alive, time does not count against anybody."""
    age = outages.age(outages.WEB)
    return age is not None and age > settings.OUTAGE_SECONDS


def _ids(**which: Any) -> list[int]:
    return list(Series.objects.filter(**which).values_list("pk", flat=True))


def _each(service: Callable[[int], Any], ids: list[int]) -> None:
    """What goes wrong with one series is logged and stops no other."""
    for series_id in ids:
        try:
            service(series_id)
        except Exception:
            log.exception("sweep of series %d failed", series_id)
