"""Reads. A match as it stands, with all that showing it needs."""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.people.bots import dressed
from games import event_log, registry
from games.engine import codec
from games.engine.choices import choices_in
from games.engine.contract import Rules, Seat
from games.event_log import LoggedEvent
from games.models import Match
from games.models import Seat as SeatRow
from games.services import ledger

RECENT = 6
"""Events kept with a loaded match; who is further behind gets everything anew."""


@dataclass
class LoadedMatch:
    """A match at one moment, with all that rendering it needs and nothing that depends on who asks.

    It holds the whole state, so it never leaves the process; what leaves is a seat's view of it.
    """

    match: Match
    rules: Rules
    state: Any
    options: Any
    seats: list[SeatRow]
    recent: list[LoggedEvent]
    now: datetime
    read_at: float = field(default_factory=time.monotonic)
    html: dict[Any, Any] = field(default_factory=dict)
    """What was rendered of it, once for all who are shown the same."""
    kept: dict[Any, Any] = field(default_factory=dict)
    """What no move changes, asked for once, such as the code of the table."""

    def seat_of(self, user_id: int | None) -> Seat | None:
        if user_id is None:
            return None
        if "seats" not in self.kept:
            # In one room several seats are played from one account; the first is its own.
            self.kept["seats"] = {row.user_id: Seat(row.index) for row in reversed(self.seats)}
        seat: Seat | None = self.kept["seats"].get(user_id)
        return seat

    def moves_of(self, seat: Seat) -> Sequence[Any]:
        """What a seat may do now."""
        choices = choices_in(self.rules, self.state, self.html.get("choices"))
        self.html["choices"] = choices
        return choices[seat]

    @property
    def since_read(self) -> float:
        return time.monotonic() - self.read_at


class Columns:
    """A model's columns in a statement of ours, and its instances from the rows it brings."""

    def __init__(self, model: type[Any], alias: str, without: str = "") -> None:
        fields = [each for each in model._meta.concrete_fields if each.attname != without]
        self.model = model
        self.names = [each.attname for each in fields]
        self.sql = ", ".join(f'{alias}."{each.column}"' for each in fields)
        self.stored_otherwise = [
            (index, each) for index, each in enumerate(fields) if hasattr(each, "from_db_value")
        ]

    def load(self, row: Sequence[Any]) -> Any:
        values = list(row)
        for index, each in self.stored_otherwise:
            values[index] = each.from_db_value(values[index], None, connection)
        return self.model.from_db(connection.alias, self.names, values)


# What a match was supplied with is large, secret, and needed by nobody who looks.
MATCH_COLUMNS, SEAT_COLUMNS = Columns(Match, "m", without="supplies"), Columns(SeatRow, "s")
USER_COLUMNS = Columns(User, "u")
# Read at every push, so they are prepared like the two statements of a move.
MATCH = f"SELECT clock_timestamp(), {MATCH_COLUMNS.sql} FROM games_match m WHERE m.id = %s"
SEATS = f"""
SELECT {SEAT_COLUMNS.sql}, {USER_COLUMNS.sql}
  FROM games_seat s JOIN accounts_user u ON u.id = s.user_id
 WHERE s.match_id = %s ORDER BY s.index
"""


def seat_with_user(row: Sequence[Any]) -> SeatRow:
    own = len(SEAT_COLUMNS.names)
    seat: SeatRow = SEAT_COLUMNS.load(row[:own])
    seat.user = dressed(USER_COLUMNS.load(row[own:]), seat.name)
    return seat


def read(match_id: int) -> LoadedMatch | None:
    """Three queries, however long the match has been."""
    with ledger.prepared() as cursor:
        cursor.execute(MATCH, [match_id])
        row = cursor.fetchone()
        if row is None:
            return None
        now, match = row[0], MATCH_COLUMNS.load(row[1:])
        rules = registry.rules_for(match.game)
        cursor.execute(SEATS, [match_id])
        seats = [seat_with_user(row) for row in cursor.fetchall()]
        recent = event_log.newer_than(cursor, rules, match_id, match.seq - RECENT)
    state = codec.load(match.state, rules.State)
    del match.state  # held once, as a value; thousands of matches may be in memory
    return LoadedMatch(
        match=match,
        rules=rules,
        state=state,
        options=codec.load(match.options, rules.Options),
        seats=seats,
        recent=recent,
        now=now,
    )


def log_shown(shown: LoadedMatch) -> list[LoggedEvent]:
    """The last events of a match, oldest first; read once and kept up with what is recent."""
    known: list[LoggedEvent] = shown.kept.get("log", [])
    newest = known[-1].seq if known else -RECENT - 1
    if newest < shown.match.seq - RECENT:
        read = event_log.log_of(shown.match.pk, shown.rules)
        known = [event for event in read if event.seq <= shown.match.seq]
    else:
        known = [*known, *(event for event in shown.recent if event.seq > newest)]
        known = known[-event_log.LOG :]
    shown.kept["log"] = known
    return known


def with_many_running(user_ids: Collection[int], most: int, of_guests: int) -> set[int]:
    """Those who play so many matches or more that are not over, on whatever clock."""
    rows = SeatRow.objects.filter(
        user__in=user_ids, match__status=Match.Status.RUNNING, forfeited_at__isnull=True
    )
    counted = rows.values_list("user_id", "user__is_guest").annotate(Count("pk"))
    return {user for user, guest, running in counted if running >= (of_guests if guest else most)}


def _live_seats(user_ids: Collection[int]) -> QuerySet[SeatRow]:
    """Theirs in matches on a live clock that are not over and that they have not given up."""
    return SeatRow.objects.filter(
        user__in=user_ids,
        match__status=Match.Status.RUNNING,
        match__live=True,
        forfeited_at__isnull=True,
    )


def _is_practice() -> Q:
    """Of a seat: nobody else plays, at a private table. Such a match gives way to any other."""
    others = SeatRow.objects.filter(match=OuterRef("match")).exclude(user=OuterRef("user"))
    people = others.filter(Q(user__bot_level="") | ~Q(name=""))
    return Q(~Exists(people), match__rated=False, match__public=False)


def with_live_running(user_ids: Collection[int]) -> set[int]:
    """Those who play a match on a live clock that is not over and is more than practice."""
    rows = _live_seats(user_ids).exclude(_is_practice())
    return set(rows.values_list("user_id", flat=True))


def practice_of(user_ids: Collection[int]) -> list[int]:
    """The practice matches of these people that are not over, on a live clock."""
    rows = _live_seats(user_ids).filter(_is_practice()).order_by("match_id")
    return list(rows.values_list("match_id", flat=True))


def never_played(user: User, game: str) -> bool:
    """Whether this person has sat in no match of the game, finished or not."""
    return not SeatRow.objects.filter(user=user, match__game=game).exists()


def running_match_of(user: User) -> Match | None:
    """The live match this person sits in and should be brought back to."""
    seats = _live_seats([user.pk]).select_related("match").order_by("-match_id")
    return next((seat.match for seat in seats[:1]), None)


def binding_match_of(user: User) -> Match | None:
    """The live match that keeps this person from any other: all but practice."""
    seats = _live_seats([user.pk]).exclude(_is_practice()).select_related("match")
    return next((seat.match for seat in seats.order_by("-match_id")[:1]), None)
