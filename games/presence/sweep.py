"""The sweep: once a second, all that is due. Time-outs, bots, absences, forfeits.

It repeats itself, so nothing here needs to be remembered by a broker: a sweep that dies is followed
by the next. Two sweeps at once do no harm, for every service locks the row and looks again.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection

from games.engine.contract import Seat
from games.live import broadcast
from games.presence import leases, outages
from games.services import clock, leaving

log = logging.getLogger("courtyard.sweep")

BATCH = 200

DUE = """
SELECT id FROM games_match
 WHERE status = 'running' AND deadline <= clock_timestamp()
       - CASE WHEN cardinality(acting) = 0 THEN 0 ELSE %s END * interval '1 second'
 ORDER BY deadline LIMIT %s
"""

BOTS_DUE = """
SELECT id FROM games_match
 WHERE status = 'running' AND bot_at <= clock_timestamp() ORDER BY bot_at LIMIT %s
"""

GONE = """
UPDATE games_seat s SET absent_since = clock_timestamp()
  FROM games_match m
 WHERE m.id = s.match_id AND m.status = 'running' AND m.live
   AND s.absent_since IS NULL AND s.forfeited_at IS NULL
   AND NOT jsonb_exists(m.bots, s.index::text)
   AND NOT EXISTS (SELECT 1 FROM games_lease l
                    WHERE l.venue = m.venue AND l.user_id = s.user_id
                      AND l.expires_at > clock_timestamp())
RETURNING m.id, m.venue
"""

FORFEITS = """
SELECT s.match_id, s.index
  FROM games_seat s JOIN games_match m ON m.id = s.match_id
 WHERE m.status = 'running' AND m.live AND s.forfeited_at IS NULL
   AND (m.leaver <> 'wait' OR s.role = 'host')
   AND s.absent_since <= clock_timestamp() - %s * interval '1 second'
   AND NOT jsonb_exists(m.bots, s.index::text)
"""


def sweep() -> int:
    """Does all that is due. Gives the number of matches it changed."""
    outages.beat(outages.SWEEP)
    changed = _each(clock.play_bots, _rows(BOTS_DUE, [BATCH]))
    if _nobody_can_play():
        return changed
    lag = clock.LAG * settings.TURN_SECONDS_SCALE
    changed += _each(clock.expire_timer, _rows(DUE, [lag, BATCH]))
    _mark_the_absent()
    return changed + _each(_leave_absent, _rows(FORFEITS, [settings.RECONNECT_GRACE]))


def _leave_absent(match_id: int, seat: int) -> bool:
    return leaving.leave_absent(match_id, Seat(seat), settings.RECONNECT_GRACE)


def _nobody_can_play() -> bool:
    """While no web process is alive, time does not count against anybody."""
    age = outages.age(outages.WEB)
    return age is not None and age > settings.OUTAGE_SECONDS


def _mark_the_absent() -> None:
    for match_id, venue in _rows(GONE, []):
        broadcast.match_changed(match_id, venue)


def _each(service: Callable[..., bool], rows: list[tuple[Any, ...]]) -> int:
    """One transaction per match: what goes wrong with one match is logged and stops no other."""
    changed = 0
    for row in rows:
        try:
            changed += service(*row)
        except Exception:
            log.exception("sweep of match %d failed", row[0])
    return changed


def _rows(sql: str, params: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def tidy() -> None:
    leases.forget_old()
