"""The load generator: its WebSockets against a real server, its loops against made-up tables."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from games.live.packing import packed
from ops.bench.boardgame import Match
from ops.bench.doors import BEGINNING, number_in_html, number_in_json, sticky
from ops.bench.load import REFUSED, SHOWS_NOTHING, Lane, closed_loop, paced, under_load
from ops.bench.websocket import WebSocket

# ---- The socket ----------------------------------------------------------------------------------

SIZES = [0, 1, 125, 126, 65535, 65536, 200_000]


async def opened(handler: Any, on_message: Callable[[bytes], None]) -> tuple[Any, WebSocket]:
    server = await serve(handler, "127.0.0.1", 0, compression=None, max_size=None)
    port = server.sockets[0].getsockname()[1]
    link = await WebSocket.open(f"http://127.0.0.1:{port}", "/", {"X-Who": "bench"}, on_message)
    return server, link


async def test_messages_of_every_size_go_up_and_down() -> None:
    async def echo(link: ServerConnection) -> None:
        async for text in link:
            await link.send(text)

    heard: list[int] = []
    whole = asyncio.Event()

    def note(message: bytes) -> None:
        assert set(message) <= {ord("x")}
        heard.append(len(message))
        if len(heard) == len(SIZES):
            whole.set()

    server, link = await opened(echo, note)
    for size in SIZES:
        link.send(b"x" * size)
    await asyncio.wait_for(whole.wait(), 10)
    assert heard == SIZES
    await link.close()
    assert link.closed.result() == 1001
    server.close()


async def test_a_ping_is_answered_and_a_close_has_its_code() -> None:
    async def ping(link: ServerConnection) -> None:
        assert link.request is not None and link.request.headers["X-Who"] == "bench"
        await asyncio.wait_for(await link.ping(), 10)
        await link.close(4404)

    server, link = await opened(ping, lambda message: None)
    assert await asyncio.wait_for(link.closed, 10) == 4404
    server.close()


async def test_a_server_that_refuses_is_told_from_one_that_accepts() -> None:
    server = await serve(
        lambda link: asyncio.sleep(0),
        "127.0.0.1",
        0,
        process_request=lambda link, request: link.respond(403, "no"),
    )
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(ConnectionRefusedError, match="403"):
        await WebSocket.open(f"http://127.0.0.1:{port}", "/", {}, lambda message: None)
    server.close()


# ---- What comes down -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("push", "expected"),
    [
        (b'<section id="board" data-v="17" data-match="3">', 17),
        (rb'{"regions":{"board":[0,2,"data-v=\"17\" data-status=\"running\"",3,9]},"now":1}', 17),
        (packed('{"regions":{"board":[0,1,90,1]}}\ndata-v="17"\n' + 2000 * "."), 17),
        (packed(9000 * "." + 'data-v="17"'), 17),
        (packed((BEGINNING - 9) * "." + 'data-v="17"' + 2000 * "."), 17),  # cut within the number
        (b'{"ack": "x", "seq": 17}', SHOWS_NOTHING),
        (b'{"pong": 3}', SHOWS_NOTHING),
        (b'{"refused": "x", "code": "stale-move"}', REFUSED),
        (b'{"bye": 4401, "why": ""}', REFUSED),
        (b'<div id="chat">', SHOWS_NOTHING),
    ],
)
def test_a_page_shows_the_number_of_its_board(push, expected):
    assert number_in_html(push) == expected


@pytest.mark.parametrize(
    ("push", "expected"),
    [
        (b'{"match": 3, "seq": 17, "lines": [{"seq": 4}]}', 17),
        (b'{"match":3,"game":"x","seq":17,"view":{}}', 17),
        (b'{"ack":"x","seq":17,"repeated":false}', SHOWS_NOTHING),
        (b'{"room":{"seq":5}}', SHOWS_NOTHING),
        (b'{"refused":"x"}', REFUSED),
    ],
)
def test_a_program_sees_its_match_up_to_a_number(push, expected):
    assert number_in_json(push) == expected


def test_boardgame_io_tells_the_number_of_its_state() -> None:
    match = Match("m1", "http://127.0.0.1:1")
    update = b'42/cards,["update","m1",{"G":{},"_stateID":12},[{"_stateID":11}]]'
    assert match.number_in(update) == 12
    assert match.number_in(b'42/cards,["matchData","m1",[]]') == SHOWS_NOTHING
    assert match.message(6)[0] == 1, "turns go round"


def test_a_table_sticks_to_one_process_and_tables_are_spread() -> None:
    urls = ["http://one", "http://two"]
    chosen = [sticky(urls, f"CODE{number}") for number in range(50)]
    assert chosen == [sticky(urls, f"CODE{number}") for number in range(50)]
    assert {url for [url] in chosen} == set(urls)


# ---- The loops -----------------------------------------------------------------------------------


class Link:
    """A socket whose server is the table of the test."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.send = hear

    async def close(self) -> None:
        pass


class Table:
    """Every page is pushed what one of them sends, when `answer` says so."""

    def __init__(self, moves: int = 1000, answer: Callable[[bytes], float] | None = None) -> None:
        self.moves, self.played = moves, 0
        self.answer = answer or (lambda message: 0)
        self.pages: dict[int, Callable[[bytes], None]] = {}

    async def open(self, page: int, on_message: Callable[[bytes], None]) -> Any:
        self.pages[page] = on_message
        on_message(b"0")
        return Link(self.heard)

    def heard(self, message: bytes) -> None:
        loop = asyncio.get_running_loop()
        for on_message in self.pages.values():
            loop.call_later(self.answer(message), on_message, message)

    def message(self, number: int) -> tuple[int, bytes]:
        return number % 2, b"%d" % number

    def number_in(self, message: bytes) -> int:
        return REFUSED if message == b"no" else int(message)


def no_usage() -> dict[str, float]:
    return {"web": 0.0}


async def test_the_closed_loop_ends_where_a_table_runs_dry(monkeypatch) -> None:
    monkeypatch.setattr("ops.bench.load.WARM_SECONDS", 0)
    tables = [Table(moves=40), Table()]
    lanes = [Lane(table, 2) for table in tables]
    got = await under_load(lanes, closed_loop(lanes, 30, no_usage))
    assert tables[0].played == 40
    assert got.seconds < 30 and got.troubles == ""


async def test_a_move_that_waits_for_the_one_before_it_counts_the_wait() -> None:
    """Answered in a row after a hold-up, the moves were due one after the other."""
    table = Table(answer=lambda message: 0.3 if message == b"2" else 0)
    lanes = [Lane(table, 2)]
    got = await under_load(lanes, paced(lanes, 0.1, no_usage, a_second=50))
    assert len(got.latencies) == 5
    assert got.latencies == sorted(got.latencies, reverse=True)
    assert got.latencies[0] >= 300 > got.latencies[-1] >= 300 - 80 - 50
    assert got.pushes == 10


async def test_a_refused_move_is_counted_and_was_not_made() -> None:
    table = Table()
    lane = Lane(table, 2)

    async def drive() -> Any:
        loop = closed_loop([lane], 0.2, no_usage)
        table.heard = lambda message: table.pages[0](b"no")  # type: ignore[method-assign]
        for link in lane.sockets.values():
            link.send = table.heard  # type: ignore[method-assign,assignment]
        return await loop

    with pytest.raises(Exception, match="No move reached all pages of its table: no"):
        await under_load([lane], drive())
    assert table.played == 0 and not lane.busy
