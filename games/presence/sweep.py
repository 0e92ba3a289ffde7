"""The sweep: once a second, all that is due. Time-outs, absences, forfeits; bots in one of its own.

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
"""Of each kind in one sweep, the longest due first; what is left is done by the next."""

ROUND = 100
"""Matches in one sweep whose seats are looked at without a reason, in turn."""

# Whatever is locked just now is passed over by all of these, and the next sweep finds it: one match
# that hangs keeps no other waiting, and nobody waits for the sweep in a circle.
# The moment of the statement, unlike clock_timestamp(), may be looked up in an index.
DUE = """
SELECT id FROM games_match
 WHERE status = 'running' AND deadline <= statement_timestamp()
       - CASE WHEN cardinality(acting) = 0 THEN 0 ELSE %s END * interval '1 second'
 ORDER BY deadline LIMIT %s FOR NO KEY UPDATE SKIP LOCKED
"""

BOTS_DUE = """
SELECT id FROM games_match
 WHERE status = 'running' AND bot_at <= statement_timestamp() ORDER BY bot_at LIMIT %s
   FOR NO KEY UPDATE SKIP LOCKED
"""

NEXT_ROUND = """
SELECT id FROM games_match WHERE status = 'running' AND id > %s ORDER BY id LIMIT %s
"""

# Somebody may have gone where a lease ran out since the last sweep, or where a match is new. The
# round finds whom neither shows: a sweep may have died after its heartbeat.
GONE = """
WITH suspected AS (
    SELECT newest.id
      FROM (SELECT DISTINCT venue FROM games_lease
             WHERE expires_at BETWEEN statement_timestamp() - %(silence)s * interval '1 second'
                                  AND statement_timestamp()) l,
           LATERAL (SELECT id FROM games_match WHERE venue = l.venue
                     ORDER BY id DESC LIMIT 1) newest
     UNION
    (SELECT id FROM games_match WHERE status = 'running' ORDER BY id DESC LIMIT %(round)s)
     UNION
    SELECT unnest(%(ids)s::bigint[])
), gone AS (
    SELECT s.id, m.venue
      FROM suspected JOIN games_match m USING (id) JOIN games_seat s ON s.match_id = m.id
     WHERE m.status = 'running' AND m.live
       AND s.absent_since IS NULL AND s.forfeited_at IS NULL
       AND NOT jsonb_exists(m.bots, s.index::text)
       AND NOT EXISTS (SELECT 1 FROM games_lease l
                        WHERE l.venue = m.venue AND l.user_id = s.user_id
                          AND l.expires_at > statement_timestamp())
       FOR NO KEY UPDATE OF s SKIP LOCKED
)
UPDATE games_seat s SET absent_since = clock_timestamp() FROM gone WHERE s.id = gone.id
RETURNING s.match_id, gone.venue
"""

# A web process that hung keeps its sockets, and goes on renewing their leases.
BACK = """
WITH back AS (
    SELECT s.id, m.venue
      FROM games_seat s JOIN games_match m ON m.id = s.match_id
     WHERE m.status = 'running' AND s.absent_since IS NOT NULL AND s.forfeited_at IS NULL
       AND EXISTS (SELECT 1 FROM games_lease l
                    WHERE l.venue = m.venue AND l.user_id = s.user_id
                      AND l.expires_at > statement_timestamp())
       FOR NO KEY UPDATE OF s SKIP LOCKED
)
UPDATE games_seat s SET absent_since = NULL FROM back WHERE s.id = back.id
RETURNING s.match_id, back.venue
"""

FORFEITS = """
SELECT s.match_id, s.index
  FROM games_seat s JOIN games_match m ON m.id = s.match_id
 WHERE m.status = 'running' AND m.live AND s.forfeited_at IS NULL
   AND (m.leaver <> 'wait' OR s.role = 'host')
   AND s.absent_since <= statement_timestamp() - %s * interval '1 second'
   AND NOT jsonb_exists(m.bots, s.index::text)
 ORDER BY s.absent_since LIMIT %s FOR NO KEY UPDATE OF m SKIP LOCKED
"""

_round_ended_at = 0


def sweep() -> int:
    """Does all that is due but the bots' moves. Gives the number of matches it changed."""
    silence = outages.beat(outages.SWEEP)
    if _nobody_can_play():
        return 0
    lag = clock.LAG * settings.TURN_SECONDS_SCALE
    changed = _each(clock.expire_timer, _rows(DUE, [lag, BATCH]))
    _mark_the_absent(silence)
    return changed + _each(_leave_absent, _rows(FORFEITS, [settings.RECONNECT_GRACE, BATCH]))


def sweep_bots() -> int:
    """Plays for the bots whose wake-up was lost or is late. Gives the number of moves."""
    return _each(clock.play_bots, _rows(BOTS_DUE, [BATCH]))


def _leave_absent(match_id: int, seat: int) -> bool:
    return leaving.leave_absent(match_id, Seat(seat), settings.RECONNECT_GRACE)


def _nobody_can_play() -> bool:
    """While no web process is alive, time does not count against anybody."""
    age = outages.age(outages.WEB)
    return age is not None and age > settings.OUTAGE_SECONDS


def _mark_the_absent(silence: float) -> None:
    """`silence` is the time since the last sweep; a second more, for leases end at any moment."""
    global _round_ended_at
    ids = [row[0] for row in _rows(NEXT_ROUND, [_round_ended_at, ROUND])]
    _round_ended_at = ids[-1] if len(ids) == ROUND else 0
    changed = set(_rows(BACK))
    changed |= set(_rows(GONE, {"silence": silence + 1, "round": ROUND, "ids": ids}))
    for match_id, venue in changed:
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


def _rows(sql: str, params: Any = None) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def tidy() -> None:
    leases.forget_old()
