"""Series over the API: the calendar, joining, one's next table, standings, and the socket."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.routing import application
from series.services import advancing
from tests.api.conftest import NONCE, person, program
from tests.series.conftest import play, tournament

pytestmark = pytest.mark.django_db


def test_two_programs_through_a_whole_tournament(leyla: User, noam: User) -> None:
    closed = tournament(person("Maker"), [], rounds=1)
    series = tournament(User.objects.get(username="Maker"), [], rounds=1, programs=True)
    players = [program(leyla), program(noam)]
    listed = {row["code"]: row for row in players[0].get("series").body}
    assert set(listed) == {closed.code, series.code} and listed[series.code]["programs"]
    assert players[0].post(f"series/{closed.code}/join", {}).code == "no-programs-here"
    for player in players:
        assert player.post(f"series/{series.code}/join", {})["you"] == "in"
    assert [row["code"] for row in players[0].get("series?which=mine").body] == [series.code]
    advancing.advance(series.pk)
    for player in players:
        [called] = player.get("series/next").body
        assert called["series"] == series.code
        assert player.get(f"series/{series.code}")["table"] == called["table"]
        assert player.post(f"tables/{called['table']}/ready", {"nonce": NONCE}).status == 200
    play(series.rounds_made.get().pods.get())
    advancing.advance(series.pk)
    assert players[0].get(f"series/{series.code}")["status"] == "over"
    first, second = players[0].get(f"series/{series.code}/standings").body
    assert [first["points"], second["points"]] == [12.0, 0.0]
    assert first["marks"][0]["opponents"] == [second["entrant"]]
    assert players[0].get("series/BCDFGH").code == "no-such-series"
    assert players[0].post(f"series/{series.code}/withdraw").code == "series-over"


def test_a_long_calendar_costs_as_many_statements_as_a_short_one(leyla: User) -> None:
    maker, reader = person("Maker"), program(leyla)
    costs = []
    for _more in range(2):
        for _each in range(3):
            tournament(maker, [leyla])
        with CaptureQueriesContext(connection) as asked:
            rows = reader.get("series").body
        costs.append(len(asked))
    assert len(rows) == 6 and all(row["you"] == "in" and row["entrants"] == 1 for row in rows)
    assert costs[0] == costs[1]


@pytest.mark.django_db(transaction=True)
def test_the_socket_tells_the_next_table(leyla: User, noam: User) -> None:
    series = tournament(person("Maker"), [leyla, noam], rounds=1)
    token = program(leyla).text

    @async_to_sync
    async def listen() -> list[Any]:
        socket = WebsocketCommunicator(
            application,
            f"/api/v1/series/{series.code}/ws",
            headers=[(b"authorization", f"Bearer {token}".encode())],
        )
        await socket.connect()
        told = [await socket.receive_json_from(timeout=20)]
        await sync_to_async(advancing.advance)(series.pk)
        while told[-1]["series"]["table"] is None:
            told.append(await socket.receive_json_from(timeout=20))
        await socket.send_json_to({"id": "a", "move": {"type": "draw"}})
        answer = await socket.receive_json_from(timeout=20)
        assert answer["refused"] == "a", "it takes no moves"
        await socket.disconnect()
        return told

    told = listen()
    assert told[0]["series"]["status"] == "planned" and told[-1]["series"]["status"] == "running"
