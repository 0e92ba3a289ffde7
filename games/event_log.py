"""Event log, as it is told: of each event who acted and its facts as values, without the move.

Read straight into values: a page that opens needs fifty events, and a crowd opens pages at once.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import msgspec

from games.engine.contract import Rules, Seat
from games.models import Event
from games.services import ledger
from games.services.facts import AnyMatchFact

LOG = 50
"""Events on a freshly opened page."""

COLUMNS = "e.seq, e.seat, e.by, e.at, e.facts"
NEWER = f"SELECT {COLUMNS} FROM games_event e WHERE e.match_id = %s AND e.seq > %s ORDER BY e.seq"
LAST = f"SELECT {COLUMNS} FROM games_event e WHERE e.match_id = %s ORDER BY e.seq DESC LIMIT %s"


class LoggedEvent(msgspec.Struct, frozen=True):
    seq: int
    seat: Seat | None
    by: str
    at: datetime
    facts: Sequence[Any]


def newer_than(cursor: Any, rules: Rules, match_id: int, seq: int) -> list[LoggedEvent]:
    """All events after that one, oldest first."""
    cursor.execute(NEWER, [match_id, seq])
    return [_from_row(rules, *row) for row in cursor.fetchall()]


def log_of(match_id: int, rules: Rules, last: int = LOG) -> list[LoggedEvent]:
    """The last events, oldest first."""
    with ledger.prepared() as cursor:
        cursor.execute(LAST, [match_id, last])
        return [_from_row(rules, *row) for row in reversed(cursor.fetchall())]


def logged(events: Iterable[Event], rules: Rules) -> list[LoggedEvent]:
    """Rows that were read for another purpose."""
    return [
        LoggedEvent(
            event.seq,
            None if event.seat is None else Seat(event.seat),
            event.by,
            event.at,
            msgspec.convert(event.facts, _facts_type(rules, event.by, event.seq)),
        )
        for event in events
    ]


def _from_row(
    rules: Rules, seq: int, seat: Seat | None, by: str, at: datetime, facts: str
) -> LoggedEvent:
    return LoggedEvent(seq, seat, by, at, _decoder(_facts_type(rules, by, seq)).decode(facts))


def _facts_type(rules: Rules, by: str, seq: int) -> Any:
    """What the house notes is no fact of a game, but for the deal."""
    of_match = by == Event.By.HOUSE and seq
    return _facts(AnyMatchFact if of_match else rules.AnyFact)


@cache
def _facts(fact: Any) -> Any:
    return tuple[fact, ...]


@cache
def _decoder(facts: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(facts)
