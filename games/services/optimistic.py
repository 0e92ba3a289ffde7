"""Optimistic moves: many moves of many matches, stored by one statement without a lock held before.

Each move was judged in memory against what this process knew. It is stored exactly if that still
holds: the match runs, its number and its deadline are the known ones, the bell has not rung by the
database's clock, the person may act and still has the seat, and the move's id is unused. What does
not match, or is being changed by somebody else, is left alone and told so: its caller judges it
again under the row lock. So no match waits for another.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, LiteralString

from django.conf import settings

from games.services import ledger
from games.services.clock import LAG
from games.services.ledger import Running

COMMIT = """
WITH standing AS ({guards}), wanted AS (
  SELECT * FROM jsonb_to_recordset(%(moves)s) AS w(
    match bigint, seq int, person bigint, seat smallint, known_deadline timestamptz, state jsonb,
    acting smallint[], fresh int[], clock text, clock_seconds float8, restart boolean,
    bot_at timestamptz, move jsonb, move_id uuid, facts jsonb, guard int, guarded bigint)
), free AS (
  SELECT m.id FROM games_match m JOIN wanted w ON m.id = w.match
     FOR NO KEY UPDATE OF m SKIP LOCKED
), saved AS (
  UPDATE games_match m
     SET seq = w.seq, state = w.state, acting = w.acting, fresh = w.fresh, clock = w.clock,
         clock_seconds = w.clock_seconds, bot_at = w.bot_at,
         deadline = CASE WHEN w.restart
                         THEN clock_timestamp() + w.clock_seconds * interval '1 second'
                         ELSE m.deadline END
    FROM wanted w JOIN free ON free.id = w.match
   WHERE m.id = w.match AND m.seq = w.seq - 1 AND m.status = 'running'
     AND m.deadline = w.known_deadline
     AND m.deadline + %(lag)s * interval '1 second' > clock_timestamp()
     AND EXISTS (SELECT 1 FROM games_seat s JOIN accounts_user u ON u.id = s.user_id
                  WHERE s.match_id = m.id AND s.index = w.seat AND s.user_id = w.person
                    AND s.forfeited_at IS NULL AND u.is_active
                    AND (u.banned_until IS NULL OR u.banned_until <= clock_timestamp()))
     AND NOT EXISTS (SELECT 1 FROM games_event e
                      WHERE e.match_id = m.id AND e.seat = w.seat AND e.move_id = w.move_id)
     AND (w.guard IS NULL OR (w.guard, w.guarded) IN (SELECT guard, id FROM standing))
  RETURNING m.id, m.deadline
), appended AS (
  INSERT INTO games_event (match_id, seq, seat, by, move, move_id, facts, at)
  SELECT w.match, w.seq, w.seat, 'player', w.move, w.move_id, w.facts, now()
    FROM wanted w JOIN saved ON saved.id = w.match
)
SELECT id, deadline, clock_timestamp() FROM saved
"""


@dataclass(frozen=True)
class Guard:
    """A condition beyond the person's own: that the key still opens by which they came in.

    `statement` selects those of the ids `ANY(%(ids)s)` that stand. It is asked within the move's
    own statement, so a key that was taken away moves nothing, whether or not anybody heard of it.
    """

    statement: LiteralString
    id: int


@dataclass(frozen=True)
class Proposal:
    """One person's move, played in a working copy but not yet stored."""

    run: Running
    person: int
    known_deadline: datetime
    """Of the match before the move, as this process knew it."""
    guard: Guard | None = None

    @property
    def restart(self) -> bool:
        """The move started a clock; its deadline is set by the database's own time."""
        return self.run.deadline != self.known_deadline


@dataclass(frozen=True)
class Stored:
    """What the database said when it took the move."""

    deadline: datetime
    now: datetime


def statement(proposals: Sequence[Proposal]) -> tuple[LiteralString, dict[str, Any]]:
    """The one statement that stores these moves, at most one a match."""
    guards = [each.guard for each in proposals if each.guard is not None]
    statements = list(dict.fromkeys(guard.statement for guard in guards))
    values = {
        "moves": ledger.as_json([_row(each, statements) for each in proposals]),
        "lag": LAG * settings.TURN_SECONDS_SCALE,
        "ids": [guard.id for guard in guards],
    }
    return COMMIT.replace("{guards}", _standing(statements)), values


def stored(rows: Iterable[tuple[Any, ...]]) -> dict[int, Stored]:
    """By match, for the moves that were stored: what the statement gave."""
    return {
        match_id: Stored(deadline.astimezone(UTC), now.astimezone(UTC))
        for match_id, deadline, now in rows
    }


def _standing(statements: Sequence[LiteralString]) -> LiteralString:
    """A table of what stands, by the number of its guard."""
    selects = [f"SELECT {index}, g.id FROM ({text}) g" for index, text in enumerate(statements)]
    return " UNION ALL ".join(["SELECT NULL::int AS guard, NULL::bigint AS id", *selects])


def _row(proposal: Proposal, statements: Sequence[str]) -> dict[str, Any]:
    run, guard = proposal.run, proposal.guard
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
        "guard": None if guard is None else statements.index(guard.statement),
        "guarded": None if guard is None else guard.id,
    }
