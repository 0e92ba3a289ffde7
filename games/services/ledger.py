"""The two statements of a move: lock and read a running match, append and save.

Every accepted move goes through here, so this file speaks SQL: one round trip reads all that a
move needs (the match, the mover's seat, whether the move is a repeat, the database's clock), one
stores the event and the new snapshot together, if the mover may still act. An event's time is that
of its arrival: when its transaction began, before it waited for anybody. Both run inside the
caller's transaction. Both are prepared: the database plans them once per connection, for planning
them takes longer than running.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
import psycopg
from django.conf import settings
from django.db import connection
from psycopg.types.json import Jsonb

from games import registry
from games.engine.choices import Choices, choices_in
from games.engine.contract import Rules, Seat

PATIENCE = 2
"""So many of a seat's moves are left to the clock before its clock is short; one, if it is away."""

LOCK = """
SELECT m.game, m.venue, m.options, m.status, m.seq, m.state, m.acting, m.fresh, m.bots,
       m.clock, m.clock_seconds, m.deadline, m.bot_at, m.key, m.rated, m.live, m.leaver,
       clock_timestamp(),
       (SELECT min(p.at) FROM games_heartbeat p WHERE p.name <> 'credited')
         > clock_timestamp() - %(outage)s * interval '1 second',
       s.index,
       (SELECT e.seq FROM games_event e
         WHERE e.match_id = m.id AND e.seat = s.index AND e.move_id = %(move_id)s),
       s.forfeited_at IS NOT NULL, s.timed_out,
       ARRAY(SELECT w.index FROM games_seat w WHERE w.match_id = m.id AND w.timed_out
             >= CASE WHEN w.absent_since IS NULL THEN {patience} ELSE 1 END),
       (SELECT seen.seq FROM games_match seen WHERE seen.id = m.id)
  FROM games_match m
  LEFT JOIN games_seat s ON s.match_id = m.id AND s.user_id = %(user)s
 WHERE m.id = %(match)s
   FOR NO KEY UPDATE OF m
""".replace("{patience}", str(PATIENCE))

APPEND = """
INSERT INTO games_event (match_id, seq, seat, by, move, move_id, facts, at)
VALUES (%(match)s, %(seq)s, %(seat)s, %(by)s, %(move)s, %(move_id)s, %(facts)s, now())
"""

SAVE = """
UPDATE games_match
   SET seq = %(seq)s, state = %(state)s, acting = %(acting)s, fresh = %(fresh)s, bots = %(bots)s,
       clock = %(clock)s, clock_seconds = %(clock_seconds)s, deadline = %(deadline)s,
       bot_at = %(bot_at)s, status = %(status)s::varchar, result = %(result)s,
       finished_at = CASE WHEN %(status)s::varchar = 'running' THEN NULL ELSE clock_timestamp() END
 WHERE id = %(match)s
   AND (%(mover)s::bigint IS NULL OR EXISTS (SELECT 1 FROM accounts_user u
         WHERE u.id = %(mover)s AND u.is_active
           AND coalesce(u.banned_until <= clock_timestamp(), true)))
"""


class MoverShutOut(Exception):
    """The mover was banned or shut out before the move could be saved: it must not stand."""


@dataclass
class Running:
    """A match inside one transaction, with its row locked: the working copy."""

    id: int
    rules: Rules
    venue: str
    options: Any
    status: str
    seq: int
    state: Any
    acting: list[int]
    fresh: list[int]
    bots: dict[str, str]
    clock: str
    clock_seconds: float
    deadline: datetime | None
    bot_at: datetime | None
    key: bytes
    rated: bool
    live: bool
    leaver: str
    now: datetime
    on_time: bool
    """Our own clockwork is awake, so a deadline that has passed really was missed."""
    seat: Seat | None = None
    repeat_of: int | None = None
    forfeited: bool = False
    timed_out: int = 0
    """How many moves in a row the clock played for the mover's seat."""
    impatient: tuple[int, ...] = ()
    """The seats that the clock has played for too often: theirs is short."""
    choices: Choices | None = None
    """The legal moves, as far as somebody has asked for them."""
    mover: int | None = None
    """The person whose move this is: it is saved only while they may act."""
    may_write: bool = False
    """The mover was asked about and may write words of their own."""
    result: dict[str, Any] | None = None
    events: list[dict[str, Any]] = field(default_factory=list)
    called: list[int] = field(default_factory=list)
    """The seats whose turn came in this transaction."""

    @property
    def seats(self) -> int:
        return len(self.fresh)

    def moves_of(self, seat: Seat) -> Sequence[Any]:
        """What a seat may do now."""
        self.choices = choices_in(self.rules, self.state, self.choices)
        return self.choices[seat]


def prepared() -> Any:
    """A cursor that keeps plans, and counts and translates errors as Django's own do.

    It sends values beside the statement, unlike Django's, whose plans are never kept; so the
    threshold, which Django switches off, says something to this cursor alone. While queries are
    logged Django's own cursor runs them: it alone can tell their text. Behind PgBouncer no plan is
    kept, for the next transaction may run on another connection.
    """
    if connection.queries_logged:
        return connection.cursor()
    connection.ensure_connection()
    link = connection.connection
    link.prepare_threshold = None if settings.PGBOUNCER else 0
    return connection.make_cursor(psycopg.Cursor(link))  # type: ignore[arg-type]


def lock(match_id: int, user_id: int | None = None, move_id: UUID | None = None) -> Running | None:
    """Locks the match's row until the transaction ends. None: there is no such match."""
    values = {
        "match": match_id,
        "user": user_id,
        "move_id": move_id,
        "outage": settings.OUTAGE_SECONDS,
    }
    with prepared() as cursor:
        cursor.execute(LOCK, values)
        row = cursor.fetchone()
        if row is not None and row[4] != row[24]:
            # It waited for somebody's move: the match is read as that move left it, but all else,
            # such as whether this one was played already, as it stood before. So look again.
            cursor.execute(LOCK, values)
            row = cursor.fetchone()
    if row is None:
        return None
    rules = registry.rules_for(row[0])
    return Running(
        id=match_id,
        rules=rules,
        venue=row[1],
        options=msgspec.json.decode(row[2], type=rules.Options),
        status=row[3],
        seq=row[4],
        state=msgspec.json.decode(row[5], type=rules.State),
        acting=row[6],
        fresh=row[7],
        bots=msgspec.json.decode(row[8]),
        clock=row[9],
        clock_seconds=row[10],
        deadline=row[11],
        bot_at=row[12],
        key=bytes(row[13]),
        rated=row[14],
        live=row[15],
        leaver=row[16],
        now=row[17],
        on_time=bool(row[18]),
        seat=None if row[19] is None else Seat(row[19]),
        repeat_of=row[20],
        forfeited=bool(row[21]),
        timed_out=row[22] or 0,
        impatient=tuple(row[23]),
    )


def save(run: Running) -> None:
    """Appends the new events and saves the snapshot, in one round trip for the usual one event.

    A statement sees what was committed before it began. So a mover is looked at here and not when
    the match is locked: that may have waited long, and a ban may have come meanwhile.
    """
    *earlier, last = [event | {"match": run.id} for event in run.events]
    row = {
        "match": run.id,
        "mover": run.mover,
        "seq": run.seq,
        "state": as_json(run.state),
        "acting": run.acting,
        "fresh": run.fresh,
        "bots": as_json(run.bots),
        "clock": run.clock,
        "clock_seconds": run.clock_seconds,
        "deadline": run.deadline,
        "bot_at": run.bot_at,
        "status": run.status,
        "result": None if run.result is None else as_json(run.result),
    }
    with prepared() as cursor:
        for event in earlier:
            cursor.execute(APPEND, event)
        both = f"WITH appended AS ({APPEND}) {SAVE}"
        cursor.execute(both, last | row)
        if not cursor.rowcount:
            raise MoverShutOut
    run.events.clear()


def event(
    seq: int, seat: Seat | None, by: str, move: Any, move_id: UUID | None, facts: Any
) -> dict[str, Any]:
    return {
        "seq": seq,
        "seat": seat,
        "by": by,
        "move": None if move is None else as_json(move),
        "move_id": move_id,
        "facts": as_json(facts),
    }


def as_json(value: Any) -> Jsonb:
    return Jsonb(value, dumps=msgspec.json.encode)
