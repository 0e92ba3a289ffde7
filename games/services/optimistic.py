"""Optimistic moves: many moves of many matches, stored by one statement without a lock held before.

Each move was judged in memory against what this process knew. It is stored exactly if that still
holds: the match runs, its number and its deadline are the known ones, the bell has not rung by the
database's clock, the person may act and still has the seat, and the move's id is unused. What does
not match is left alone and told so: its caller judges it again under the row lock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from games.services import ledger
from games.services.clock import LAG
from games.services.ledger import Running

COMMIT = """
WITH wanted AS (
  SELECT * FROM jsonb_to_recordset(%(moves)s) AS w(
    match bigint, seq int, person bigint, seat smallint, known_deadline timestamptz, state jsonb,
    acting smallint[], fresh int[], clock text, clock_seconds float8, restart boolean,
    bot_at timestamptz, move jsonb, move_id uuid, facts jsonb)
), saved AS (
  UPDATE games_match m
     SET seq = w.seq, state = w.state, acting = w.acting, fresh = w.fresh, clock = w.clock,
         clock_seconds = w.clock_seconds, bot_at = w.bot_at,
         deadline = CASE WHEN w.restart
                         THEN clock_timestamp() + w.clock_seconds * interval '1 second'
                         ELSE m.deadline END
    FROM wanted w
   WHERE m.id = w.match AND m.seq = w.seq - 1 AND m.status = 'running'
     AND m.deadline = w.known_deadline
     AND m.deadline + %(lag)s * interval '1 second' > clock_timestamp()
     AND EXISTS (SELECT 1 FROM games_seat s JOIN accounts_user u ON u.id = s.user_id
                  WHERE s.match_id = m.id AND s.index = w.seat AND s.user_id = w.person
                    AND s.forfeited_at IS NULL AND u.is_active
                    AND (u.banned_until IS NULL OR u.banned_until <= clock_timestamp()))
     AND NOT EXISTS (SELECT 1 FROM games_event e
                      WHERE e.match_id = m.id AND e.seat = w.seat AND e.move_id = w.move_id)
  RETURNING m.id, m.deadline
), appended AS (
  INSERT INTO games_event (match_id, seq, seat, by, move, move_id, facts, at)
  SELECT w.match, w.seq, w.seat, 'player', w.move, w.move_id, w.facts, now()
    FROM wanted w JOIN saved ON saved.id = w.match
)
SELECT id, deadline, clock_timestamp() FROM saved
"""


@dataclass(frozen=True)
class Proposal:
    """One person's move, played in a working copy but not yet stored."""

    run: Running
    person: int
    known_deadline: datetime
    """Of the match before the move, as this process knew it."""

    @property
    def restart(self) -> bool:
        """The move started a clock; its deadline is set by the database's own time."""
        return self.run.deadline != self.known_deadline


@dataclass(frozen=True)
class Stored:
    """What the database said when it took the move."""

    deadline: datetime
    now: datetime


def store(proposals: Sequence[Proposal]) -> dict[int, Stored]:
    """By match, for the moves that were stored. At most one proposal a match."""
    values = {
        "moves": ledger.as_json([_row(each) for each in proposals]),
        "lag": LAG * settings.TURN_SECONDS_SCALE,
    }
    with ledger.prepared() as cursor:
        cursor.execute(COMMIT, values)
        return {row[0]: Stored(row[1], row[2]) for row in cursor.fetchall()}


def _row(proposal: Proposal) -> dict[str, Any]:
    run = proposal.run
    [event] = run.events
    return {
        "match": run.id,
        "seq": run.seq,
        "person": proposal.person,
        "seat": run.seat,
        "known_deadline": proposal.known_deadline,
        "state": run.state,
        "acting": run.acting,
        "fresh": run.fresh,
        "clock": run.clock,
        "clock_seconds": run.clock_seconds,
        "restart": proposal.restart,
        "bot_at": run.bot_at,
        "move": event["move"].obj,
        "move_id": event["move_id"],
        "facts": event["facts"].obj,
    }
