"""Guessed codes: one limit of codes that find nothing, by person and by address, on every door."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from api import services
from api.consumers import TableSocket
from api.models import Scope
from api.series_socket import SeriesSocket
from games.live import close_codes
from lobby import limits
from lobby.finding import codes
from lobby.models import Table
from lobby.room.consumers import TableConsumer
from lobby.room.television import ScreenConsumer
from lobby.services import chairs, tables, talk
from series.consumers import ScreenConsumer as SeriesScreen
from series.consumers import SeriesConsumer
from series.models import Series
from series.services.making import make_night
from tests.api.conftest import person
from tests.archive.matches import played
from tests.lobby.conftest import signed_in
from tests.moderation.routes import routes
from tests.people import GAME

pytestmark = pytest.mark.django_db

PLACE = re.compile(r"<(int|slug|str):(code|series|line_id|entrant|index|game)>|{code}")
"""Where a code stands in an address, or whatever else; the rest of it is put in beforehand."""
FILLED = {"line_id": "1", "entrant": "1", "index": "0", "game": GAME}
SOCKETS: dict[str, type[Any]] = {
    "ws/table/<str:code>/": TableConsumer,
    "ws/screen/<str:code>/": ScreenConsumer,
    "ws/series/<str:series>/": SeriesConsumer,
    "ws/series/<str:series>/screen/": SeriesScreen,
    "api/v1/ws": TableSocket,
    "api/v1/series/<str:series>/ws": SeriesSocket,
}
DOORS = [
    route
    for route in (*routes(), *SOCKETS)
    if re.search("<str:(code|series)>", route) or route in ("api/v1/ws", "join/")
] + [
    f"api/v1/{door}"
    for door in (
        *("tables/{code}", "tables/{code}/sit", "tables/{code}/chat"),
        *("series/{code}", "series/{code}/standings", "series/{code}/join"),
    )
]
WAIT, NOTHING = "wait", "nothing"


class Guesser:
    """Tries codes at one door."""

    def __init__(self, door: str, user: User | None, address: str = "203.0.113.7") -> None:
        self.door, self.user, self.address = door, user, address
        self.client = signed_in(user) if user else Client()
        self.token = ""
        if user and "{code}" in door:
            name = f"t{user.api_tokens.count()}"
            self.token = services.make_token(user, name, Scope.values)[1]

    def knock(self, code: str) -> str:
        if self.door in SOCKETS:
            return self.connect(SOCKETS[self.door], code)
        path = "/" + PLACE.sub(lambda found: FILLED.get(found[2] or "", code), self.door)
        more: dict[str, Any] = {"REMOTE_ADDR": self.address}
        if self.token:
            more["headers"] = {"Authorization": f"Bearer {self.token}"}
            if path.endswith(("sit", "join")):
                answer = self.client.post(path, {}, "application/json", **more)
            else:
                answer = self.client.get(path, **more)
        elif self.door == "join/":
            answer = self.client.post(path, {"code": code}, headers={"HX-Request": "true"}, **more)
            told = answer.content.decode()
            return WAIT if "too fast" in told else NOTHING if "no table" in told else "found"
        else:
            answer = self.client.get(path, **more)
            if answer.status_code == 405:
                answer = self.client.post(path, headers={"HX-Request": "true"}, **more)
        return {429: WAIT, 404: NOTHING}.get(answer.status_code, "found")

    def connect(self, consumer: type[Any], code: str) -> str:
        socket = consumer()
        socket.scope = {
            "url_route": {"kwargs": {"code": code, "series": code}},
            "client": (self.address, 1),
            "headers": [],
        }
        socket.user = socket.viewer = self.user
        closed = socket.enter() if issubclass(consumer, SeriesConsumer) else socket.find()
        said = {close_codes.TOO_MANY_GUESSES: WAIT, close_codes.NO_SUCH_TABLE: NOTHING}
        return said[closed[0]] if closed else "found"


@pytest.fixture
def private(leyla: User) -> Table:
    return tables.open_table(leyla, "alalab", public=False, rated=False)


@pytest.fixture
def night(leyla: User) -> Series:
    return make_night(leyla, [{"game": GAME}])


def test_the_doors_are_all_there() -> None:
    """Every address with a code in it, and the sockets."""
    assert len(DOORS) > 40 and "t/<str:code>/sit/" in DOORS and "t/<str:code>/screen/" in DOORS
    assert "night/<str:series>/screen/" in DOORS and "series/<str:series>/podium.png" in DOORS


@pytest.mark.parametrize("door", DOORS)
def test_codes_cannot_be_guessed_through(
    door: str, private: Table, night: Series, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some misses nothing more is told, not even that a code is right; by whichever door."""
    monkeypatch.setattr(limits.GUESSES, "most", 3)
    monkeypatch.setattr(limits.GUESSES, "interval", 200)
    guesser = Guesser(door, noam)
    for _ in range(3):
        assert guesser.knock(codes.new_code()) == NOTHING
    assert guesser.knock(codes.new_code()) == WAIT
    right = night if "series" in door else private
    assert guesser.knock(right.code) == WAIT
    if door == "join/":  # and what is counted at one door is counted at all
        for other in ("t/<str:code>/", "ws/table/<str:code>/", "api/v1/tables/{code}"):
            assert Guesser(other, noam, "198.51.100.1").knock(private.code) == WAIT, other
        for other in ("night/<str:series>/", "ws/series/<str:series>/", "api/v1/series/{code}"):
            assert Guesser(other, noam, "198.51.100.1").knock(night.code) == WAIT, other


@pytest.mark.parametrize("door", ["t/<str:code>/", "join/", "ws/table/<str:code>/"])
def test_an_address_is_limited_whoever_asks_from_it(
    door: str, private: Table, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits.GUESSES_OF_ADDRESS, "most", 3)
    monkeypatch.setattr(limits.GUESSES_OF_ADDRESS, "interval", 200)
    for visitor in (None, noam, None):
        assert Guesser(door, visitor).knock(codes.new_code()) == NOTHING
    assert Guesser(door, person("Samir")).knock(private.code) == WAIT
    assert Guesser(door, None, "198.51.100.1").knock(private.code) == "found"


def test_nobody_is_kept_from_their_own_table_or_a_listed_one(
    private: Table, leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits.GUESSES_OF_ADDRESS, "most", 1)
    monkeypatch.setattr(limits.GUESSES_OF_ADDRESS, "interval", 200)
    listed = tables.open_table(noam, GAME)
    door = "t/<str:code>/"
    assert Guesser(door, None).knock(codes.new_code()) == NOTHING
    assert Guesser(door, None).knock(private.code) == WAIT
    assert Guesser(door, leyla).knock(private.code) == "found"
    assert Guesser(door, None).knock(listed.code) == "found"


def test_found_codes_cost_nothing(private: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.GUESSES_OF_ADDRESS, "most", 1)
    for _ in range(5):
        assert Guesser("t/<str:code>/refresh/", None).knock(private.code) == "found"


@pytest.mark.parametrize("door", ["t/<str:code>/", "ws/table/<str:code>/", "t/<str:code>/reopen/"])
@pytest.mark.parametrize("public", [True, False])
def test_a_closed_table_gives_its_code_up(
    door: str, public: bool, leyla: User, noam: User, client: Client
) -> None:
    table = tables.open_table(leyla, GAME, public=public, rated=False)
    talk.say(table.pk, leyla, "between us")
    played(GAME, [leyla, person("Samir")], venue=table.venue)
    chairs.leave(table.pk, leyla)
    tables.close_if_empty(table.pk)
    assert Guesser(door, noam).knock(table.code) == NOTHING
    assert Guesser(door, None).knock(table.code) in (NOTHING, "found" if "reopen" in door else "")
    assert Guesser(door, leyla).knock(table.code) == "found", "who played there may come back"
    page = signed_in(leyla).get(table.get_absolute_url()).content.decode()
    assert "between us" not in page
