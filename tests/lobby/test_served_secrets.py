"""Secrets over a served match of every game: all doors, all kinds of readers, two worlds.

Every address that takes a table's code, a match's number or a night's code is asked by everybody,
and so are the socket's push, lists, exports and a moderator's admin. Nothing that is secret stands
in any of it; and asked again in a world that differs only in what the reader cannot know, each
answers the same bytes.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from accounts.notices import services as notices
from api.models import Scope
from api.services import make_token, note_use
from games import registry
from games.engine import codec
from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.live.consumers import MatchConsumer
from games.models import Match
from games.models import Seat as SeatRow
from games.services import clock
from lobby.models import Table
from lobby.services import chairs, tables
from moderation import groups
from ops.faults.leaks import SHORTEST, Capture, Secret, leaks
from refusals import Refusal
from series.models import Pod
from series.services import entering, hosting, making
from tests.lobby.conftest import MakePerson
from tests.moderation import test_night_matrix as nights
from tests.moderation import test_place_matrix as places
from tests.moderation.routes import path_of
from tests.responses import body_of

pytestmark = pytest.mark.django_db

MOVES = 5
SENTENCE = 12
"""A text in a state that is longer than any card, so that it can be searched for."""

OF_A_NIGHT = ("night/", "series/", "api/v1/series/", "t/")

PASSING = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]+"|csrf-token" content="[^"]+"|nonce="[^"]+"'
    rb'|data-(?:left|now|countdown)-ms="\d+"|"(?:leftMs|now)": ?\d+'
    rb"|X-CSRFToken[^}]+|Expires': '[^']+'|\d{4}-\d\d-\d\dT[\d:.]+Z"
)
"""What changes from one answer to the next though nothing has happened."""


class Reader:
    """Somebody who asks every door about one match."""

    def __init__(self, name: str, user: User | None, table: Table) -> None:
        self.name, self.user, self.table, self.client = name, user, table, Client()
        self.token = ""
        if user is not None:
            self.client.force_login(user)
            if not user.is_staff:
                token, self.token = make_token(user, "canary", Scope.values)
                note_use(token)

    @property
    def seat(self) -> Seat | None:
        row = SeatRow.objects.filter(match=self.table.match_id, user=self.user).first()
        return None if self.user is None or row is None else Seat(row.index)

    def captures(self, step: int) -> Iterator[Capture]:
        for path, headers in self.doors():
            answer = self.client.get(path, headers=headers)
            assert answer.status_code != 500, path
            told = body_of(answer)
            yield Capture(self.name, step, told + repr(answer.headers).encode(), path)
        socket = MatchConsumer()
        socket.user, socket.match_id = self.user, self.table.match_id
        yield Capture(self.name, step, socket.show_match({"full": True}).text.encode(), "socket")

    def doors(self) -> Iterator[tuple[str, dict[str, str]]]:
        pod = Pod.objects.filter(table=self.table).select_related("round__series").first()
        samples = {"code": self.table.code, "match_id": self.table.match_id, "line_id": 1}
        samples |= {"step": 0, "question_id": 1, "name": "Leyla", "game": "x", "index": 0}
        if pod:
            samples |= {
                "series": pod.round.series.code,
                "entrant": pod.seats.values_list("entrant", flat=True)[0],
            }
        for method, route, _cells in nights.rows() if pod else places.rows():
            if method != "GET" or (pod and not route.startswith(OF_A_NIGHT)):
                continue
            program = route.startswith("api/")
            path = path_of(route, samples)
            if self.token or not program:
                yield path, {"Authorization": f"Bearer {self.token}"} if program else {}
        for path in ("/watch/", "/turns/", "/me/data/", "/me/matches.csv"):
            yield path, {}
        if self.user is not None and self.user.is_staff:
            match = self.table.match_id
            yield f"/admin/games/match/{match}/change/", {}
            yield f"/admin/lobby/table/{self.table.pk}/change/", {}
            yield f"/admin/games/match/{match}/do/look/", {}


@pytest.mark.parametrize("key", registry.game_keys())
@pytest.mark.parametrize("place", ["table", "night"])
def test_no_door_tells_a_secret(
    key: str, place: str, person: MakePerson, leyla: User, noam: User, samir: User
) -> None:
    seats = registry.rules_for(key).INFO.players[0]
    people = [leyla, noam, samir][:seats]
    table = at_a_night(key, people) if place == "night" else at_a_table(key, people)
    play_a_little(table, people)
    moderator = person("Maya", is_staff=True)
    groups.make()
    moderator.groups.add(Group.objects.get(name=groups.MODERATORS))
    everybody = [
        Reader("Leyla", leyla, table),
        Reader("Watcher", person("Dov"), table),
        Reader("Moderator", moderator, table),
        Reader("Noam", noam, table),
        Reader("Stranger", None, table),
    ]
    for user in people:
        notices.read(user.pk)  # a bell rings until the table is looked at
    match = Match.objects.get(venue=table.venue)
    told = {reader.name: list(reader.captures(match.seq)) for reader in everybody}
    every = [capture for captures in told.values() for capture in captures]
    assert leaks(every, secrets_of(match, table, everybody)) == []
    for number, reader in enumerate(everybody[:3]):
        with another_world(match, reader.seat, number):
            again = list(reader.captures(match.seq))
        for here, there in zip(told[reader.name], again, strict=True):
            assert steady(here.data) == steady(there.data), (reader.name, here.where)


def at_a_table(key: str, people: list[User]) -> Table:
    table = tables.open_table(people[0], key, seats=len(people), rated=False)
    for user in people[1:]:
        chairs.sit(table.pk, user)
    return table


def at_a_night(key: str, people: list[User]) -> Table:
    night = making.make_night(people[0], [{"game": key, "size": len(people)}])
    for user in people[1:]:
        entering.join(night.pk, user)
    hosting.begin(night.pk, people[0])
    return Pod.objects.get(round__series=night).table


def play_a_little(table: Table, people: list[User]) -> None:
    for user in people:
        chairs.set_ready(table.pk, user)
    table.refresh_from_db()
    assert table.match_id is not None
    for _ in range(MOVES):
        Match.objects.filter(pk=table.match_id).update(deadline="2020-01-01T00:00Z")
        with suppress(Refusal):
            clock.expire_timer(table.match_id)
    assert Match.objects.get(pk=table.match_id).status == Match.Status.RUNNING


def secrets_of(match: Match, table: Table, everybody: list[Reader]) -> Iterator[Secret]:
    yield Secret("the seed", bytes(match.seed))
    yield Secret("the key", bytes(match.key))
    yield Secret("the seed of the next match", bytes(table.seed))
    rules = registry.rules_for(match.game)
    state = codec.load(match.state, rules.State)
    seats = [*(Seat(seat) for seat in range(match.seats.count())), None]
    seen = {seat: json.dumps(codec.dump(rules.view(state, seat))) for seat in seats}
    public = json.dumps(match.options) + json.dumps([e.facts for e in match.events.all()])
    for text in set(texts([match.state, match.supplies])):
        written = json.dumps(text)[1:-1]
        if written not in public and not any(written in view for view in seen.values()):
            yield Secret(f"hidden: {text}", text)
    for reader in everybody:
        own = frozenset({reader.name})
        if reader.token:
            yield Secret(f"the token of {reader.name}", reader.token, known_to=own)
        if reader.user is not None:
            yield Secret(f"the address of {reader.name}", reader.user.email, known_to=own)
            yield Secret(f"the password of {reader.name}", reader.user.password)
            session = reader.client.cookies["sessionid"].value
            yield Secret(f"the session of {reader.name}", session, known_to=own)


def texts(value: Any) -> Iterator[str]:
    """The sentences in a state: a question that is still to come is one, a card is none."""
    if isinstance(value, str) and len(value) >= max(SHORTEST, SENTENCE):
        yield value
    elif isinstance(value, dict):
        yield from (text for each in value.values() for text in texts(each))
    elif isinstance(value, list):
        yield from (text for each in value for text in texts(each))


class another_world:
    """The stored state is one that differs only in what the seat cannot know."""

    def __init__(self, match: Match, seat: Seat | None, number: int) -> None:
        rules = registry.rules_for(match.game)
        kit = registry.game(match.game).kit
        state = codec.load(match.state, rules.State)
        imagined = kit.imagine(state, seat, chance_for(bytes(32), number))
        self.rows = Match.objects.filter(pk=match.pk)
        self.true, self.other = match.state, codec.dump(imagined)

    def __enter__(self) -> None:
        self.rows.update(state=self.other)

    def __exit__(self, *_: object) -> None:
        self.rows.update(state=self.true)


def steady(data: bytes) -> bytes:
    return PASSING.sub(b"", data)
