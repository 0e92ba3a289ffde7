"""Load balancer of the desk: a table's connections at one process, and who is at their end."""

import asyncio
import re
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from channels.routing import URLRouter
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern
from websockets.sync.client import connect

from api.routing import websocket_urlpatterns as programs
from lobby.routing import websocket_urlpatterns as pages
from ops import ROOT
from ops.desk import site
from ops.desk.front import Front, in_order, key_of
from ops.desk.ports import free_port
from ops.desk.process import Process

CODES = [f"K{number:03}XZ" for number in range(60)]


def routes(patterns: Any, before: str = "") -> Iterator[str]:
    """Every route of the site, as it is written."""
    for one in patterns:
        here = before + (str(one.pattern) if isinstance(one.pattern, RoutePattern) else "")
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, here)
        elif isinstance(one, URLPattern):
            yield "/" + here


def all_routes() -> list[str]:
    sockets = URLRouter([*programs, *pages]).routes
    return [*routes(get_resolver().url_patterns), *routes(sockets)]


def test_every_address_that_names_a_table_has_its_code_as_key() -> None:
    named = [route for route in all_routes() if re.search(r"[<{](str:)?code[>}]", route)]
    at_the_table = [route for route in named if not route.startswith("/moderation/")]
    assert len(at_the_table) > 20
    for route in at_the_table:
        path = re.sub(r"<[^>]*>|{[^}]*}", "K7XQ2M", route)
        assert key_of(path) == key_of(path + "?next=/t/other/") == "K7XQ2M", route


def test_moves_by_the_matchs_number_have_it_as_key() -> None:
    moves = ["/match/17/move/", "/api/v1/matches/17/ws", "/api/v1/matches/17/moves"]
    assert [key_of(path) for path in moves] == ["17"] * 3


@pytest.mark.parametrize("path", ["/", "/t/", "/ws/lobby/", "/static/t/K7XQ2M/", "/join/?t=K7XQ2M"])
def test_other_addresses_have_none(path: str) -> None:
    assert key_of(path) is None


def test_tables_spread_and_keep_their_process_when_another_is_gone() -> None:
    ports = [8001, 8002, 8003, 8004]
    homes = {code: in_order(code, ports)[0] for code in CODES}
    assert min(Counter(homes.values()).values()) >= 5 and len(set(homes.values())) == 4
    for code, home in homes.items():
        left = [port for port in ports if port != 8003]
        assert in_order(code, left)[0] == (in_order(code, ports)[1] if home == 8003 else home)


# ---- With real connections ---------------------------------------------------------------------


class Web:
    """Says its number and what it was told, and then repeats whatever comes."""

    def __init__(self, number: int) -> None:
        self.number, self.port = number, 0

    async def start(self) -> asyncio.Server:
        server = await asyncio.start_server(self.answer, "127.0.0.1", self.port)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError):
            head = await reader.readuntil(b"\r\n\r\n")
            writer.write(f"{self.number} ".encode() + head)
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def fronted(count: int) -> AsyncIterator[tuple[int, list[Web], list[asyncio.Server]]]:
    webs = [Web(number) for number in range(count)]
    servers = [await web.start() for web in webs]
    port, stop = free_port(), asyncio.Event()
    front = asyncio.create_task(Front([web.port for web in webs]).serve("127.0.0.1", port, stop))
    while True:
        with suppress(OSError):
            (await asyncio.open_connection("127.0.0.1", port))[1].close()
            break
        await asyncio.sleep(0.01)
    try:
        yield port, webs, servers
    finally:
        stop.set()
        await front
        for server in servers:
            server.close()


async def ask(port: int, path: str) -> tuple[int, str, asyncio.StreamReader, asyncio.StreamWriter]:
    """The number of the process, and all that it was told."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n".encode())
    number, _, head = (await reader.readuntil(b"\r\n\r\n")).decode().partition(" ")
    return int(number), head, reader, writer


async def test_a_table_has_one_process_whatever_the_address() -> None:
    async with fronted(3) as (port, _, _):
        homes = {}
        for code in CODES:
            paths = [f"/t/{code}/", f"/ws/table/{code}/", f"/api/v1/tables/{code}/ws"]
            numbers = {(await ask(port, path))[0] for path in paths}
            assert len(numbers) == 1, code
            homes[code] = numbers.pop()
        assert set(homes.values()) == {0, 1, 2}
        assert {(await ask(port, "/"))[0] for _ in range(40)} == {0, 1, 2}


async def test_the_clients_own_address_comes_first_and_bytes_go_both_ways() -> None:
    async with fronted(2) as (port, _, _):
        _, head, reader, writer = await ask(port, "/")
        host, own = writer.get_extra_info("sockname")
        assert head.startswith(f"PROXY TCP4 {host} 127.0.0.1 {own} {port}\r\nGET / HTTP/1.1\r\n")
        sent = bytes(range(256)) * 4000  # more than any buffer on the way
        writer.write(sent)
        assert await reader.readexactly(len(sent)) == sent
        writer.write_eof()
        assert await reader.read() == b""


def test_daphne_takes_the_client_for_who_it_is(tmp_path: Path) -> None:
    inner, port = free_port(), free_port()
    app = "tests.ops.desk.client_app:application"
    commands = {
        "web": [*site.web("127.0.0.1", inner, behind_front=True)[:-1], app],
        "front": site.front("127.0.0.1", port, [inner]),
    }
    processes = [
        Process(name, argv, run=tmp_path, log=tmp_path / f"{name}.log", cwd=ROOT)
        for name, argv in commands.items()
    ]
    try:
        for process in processes:
            process.start()
        for listening in (inner, port):
            wait_until_listening(listening)
        forged = {"X-Forwarded-For": "203.0.113.9"}
        line = HTTPConnection("127.0.0.1", port, source_address=("127.0.0.7", 0))
        for _ in range(2):  # on one connection
            line.request("GET", "/", headers=forged)
            assert line.getresponse().read() == b"127.0.0.7"
        line.close()
        address = f"ws://127.0.0.1:{port}/ws/table/K7XQ2M/"
        link = socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.8", 0))
        with connect(address, sock=link, additional_headers=forged, proxy=None) as opened:
            assert opened.recv(timeout=10) == "127.0.0.8"
    finally:
        for process in processes:
            process.stop()


def wait_until_listening(port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        time.sleep(0.05)
    raise AssertionError(f"nobody listens at {port}")


async def test_another_process_stands_in_for_a_dead_one() -> None:
    async with fronted(2) as (port, webs, servers):
        home = (await ask(port, "/t/K7XQ2M/"))[0]
        servers[home].close()
        await servers[home].wait_closed()
        assert (await ask(port, "/t/K7XQ2M/"))[0] == 1 - home
        servers[home] = await webs[home].start()
        assert (await ask(port, "/t/K7XQ2M/"))[0] == home


async def test_with_no_process_at_all_it_says_so() -> None:
    async with fronted(1) as (port, _, servers):
        servers[0].close()
        await servers[0].wait_closed()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        answer = await reader.read()
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 502 ") and b"Content-Length: %d\r" % len(body) in head


async def test_what_is_no_request_is_closed() -> None:
    async with fronted(1) as (port, _, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"x" * 200_000)
        with suppress(ConnectionError):
            assert await reader.read() == b""
