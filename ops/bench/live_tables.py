"""Tables for the live measurements, opened, filled and started through the lobby's own services."""

import secrets
from dataclasses import dataclass

from games import registry
from games.engine import codec
from games.models import Match
from lobby.models import Table
from lobby.services import chairs, tables
from ops.bench.scripted_match import ScriptedMove, longest_options, measured_game, script_of
from ops.bench.users import BenchUser, create_user

SOCKETS = 4
"""Pages open at each table: its players, and watchers for the rest."""


@dataclass(frozen=True)
class LiveTable:
    code: str
    match_id: int
    people: list[BenchUser]  # by seat
    watchers: list[BenchUser]
    script: list[ScriptedMove]

    @property
    def pages(self) -> list[BenchUser]:
        return [*self.people, *self.watchers][:SOCKETS]


def live_tables(count: int) -> list[LiveTable]:
    """Tables of one game, with as many players as it takes."""
    return [live_table(measured_game().INFO.key) for _ in range(count)]


def live_table(key: str) -> LiveTable:
    rules = registry.rules_for(key)
    seats = rules.INFO.players[-1]
    options = longest_options(rules, seats)
    people = [create_user() for _ in range(seats)]
    table = tables.open_table(people[0].user, key, codec.dump(options), seats=seats, rated=False)
    for other in people[1:]:
        chairs.sit(table.pk, other.user)
    for each in people:
        chairs.set_ready(table.pk, each.user, nonce=secrets.token_hex(16))
    match_id = Table.objects.values_list("match_id", flat=True).get(pk=table.pk)
    match = Match.objects.prefetch_related("seats").get(pk=match_id)
    by_user = {each.user.pk: each for each in people}
    order = {seat.index: by_user[seat.user_id] for seat in match.seats.all()}
    return LiveTable(
        code=table.code,
        match_id=match.pk,
        people=[order[index] for index in range(seats)],
        watchers=[create_user() for _ in range(max(0, SOCKETS - seats))],
        script=script_of(rules, seats, options, bytes(match.key)),
    )
