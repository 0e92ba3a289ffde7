"""Tables for the live measurements: a few are started by the lobby's own services, then copied.

A copy has rows of its own and people of its own; only the deal, and so the script, is the same.
A table goes on where the measurement before left it, and is used until its script runs dry.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model

from games import registry
from games.engine import codec
from games.models import Event, Match, Seat
from lobby.models import Chair, Table
from lobby.services import chairs, tables
from ops.bench.scripted_match import ScriptedMove, longest_options, script_of
from ops.bench.table_codes import unused_codes
from ops.bench.users import BenchUser, create_users

SOCKETS = 4
"""Pages open at each table: its players, and watchers for the rest."""

PATTERNS = 8
"""Different deals of a game."""

M = TypeVar("M", bound=Model)


@dataclass
class LiveTable:
    code: str
    match_id: int
    people: list[BenchUser]  # by seat, then the watchers
    script: list[ScriptedMove]
    played: int = 0

    @property
    def left(self) -> int:
        return len(self.script) - self.played


@dataclass(frozen=True)
class Pattern:
    """A match at its deal, at which nobody plays."""

    table: Table
    match: Match
    seats: list[Seat]
    chairs: list[Chair]
    events: list[Event]
    script: list[ScriptedMove]

    @property
    def people(self) -> int:
        return max(len(self.seats), SOCKETS)


class Stock:
    """All tables of a run, by game."""

    def __init__(self) -> None:
        self._patterns: dict[str, list[Pattern]] = {}
        self._tables: dict[str, list[LiveTable]] = {}

    def take(self, key: str, count: int, moves: int) -> list[LiveTable]:
        """So many tables with at least so many moves left, or with the whole match ahead."""
        patterns = self._patterns.setdefault(key, [])
        while len(patterns) < min(count, PATTERNS):
            patterns.append(started(key))
        stock = self._tables.setdefault(key, [])
        usable = [table for table in stock if table.left >= moves or not table.played][:count]
        if missing := count - len(usable):
            fresh = copies([patterns[index % len(patterns)] for index in range(missing)])
            stock += fresh
            usable += fresh
        return usable


def started(key: str) -> Pattern:
    """A table of this game, opened, filled and started as people do it."""
    rules = registry.rules_for(key)
    seats = rules.INFO.players[-1]
    options = longest_options(rules, seats)
    people = [each.user for each in create_users(seats)]
    made = tables.open_table(people[0], key, codec.dump(options), seats=seats, rated=False)
    for other in people[1:]:
        chairs.sit(made.pk, other)
    for each in people:
        chairs.set_ready(made.pk, each, nonce=secrets.token_hex(16))
    table = Table.objects.select_related("match").get(pk=made.pk)
    match = table.match
    assert match is not None
    return Pattern(
        table,
        match,
        list(match.seats.order_by("index")),
        list(table.chairs.order_by("index")),
        list(match.events.all()),
        script_of(rules, seats, options, bytes(match.key)),
    )


def copies(patterns: Sequence[Pattern]) -> list[LiveTable]:
    """A table like each of these, with other people at it, in a few statements for all."""
    crowd = iter(create_users(sum(pattern.people for pattern in patterns)))
    people = [[next(crowd) for _ in range(pattern.people)] for pattern in patterns]
    codes = unused_codes(len(patterns))
    made = Table.objects.bulk_create(
        copy_of(
            pattern.table,
            code=next(codes),
            owner=sitting[0].user,
            status=Table.Status.OPEN,  # until its match is there
            match=None,
        )
        for pattern, sitting in zip(patterns, people, strict=True)
    )
    matches = Match.objects.bulk_create(
        copy_of(pattern.match, venue=table.venue)
        for pattern, table in zip(patterns, made, strict=True)
    )
    for table, match in zip(made, matches, strict=True):
        table.match, table.status = match, Table.Status.PLAYING
    Table.objects.bulk_update(made, ["match", "status"], batch_size=500)
    rows = list(zip(patterns, made, matches, people, strict=True))
    Seat.objects.bulk_create(
        copy_of(seat, match=match, user=sitting[seat.index].user, absent_since=None)
        for pattern, _, match, sitting in rows
        for seat in pattern.seats
    )
    Chair.objects.bulk_create(
        copy_of(chair, table=table, user=sitting[chair.index].user)
        for pattern, table, _, sitting in rows
        for chair in pattern.chairs
    )
    Event.objects.bulk_create(
        copy_of(event, match=match) for pattern, _, match, _ in rows for event in pattern.events
    )
    return [
        LiveTable(table.code, match.pk, sitting, pattern.script)
        for pattern, table, match, sitting in rows
    ]


def copy_of(row: M, **changes: Any) -> M:
    """A row like this one, not yet stored."""
    values = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in changes
    }
    return type(row)(**values, **changes)
