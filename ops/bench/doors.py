"""The doors of a table as the load goes through them: a page's socket, and a program's.

Nothing that comes down is parsed: the number of the last move is found by a search for bytes. Of a
packed push the beginning is unpacked, where it stands.
"""

import json
import re
import zlib
from collections.abc import Callable
from uuid import uuid4

from ops.bench.live_tables import SOCKETS, LiveTable
from ops.bench.load import REFUSED, SHOWS_NOTHING, Lane
from ops.bench.websocket import WebSocket

NO = (b'{"refused"', b'{"bye"')
"""How the answers begin that end a script."""

VERSION = re.compile(rb'data-v=\\?"(\d+)\\?"')
"""The last event that a region shows; a push is HTML within JSON."""

BEGINNING = 4096
"""Bytes of a push within which the number of its event mostly stands."""

Urls = list[str]
"""Of the web processes over which a table's pages are spread; one of them if it is sticky."""


def sticky(urls: Urls, code: str) -> Urls:
    """The one web process of this table, by hash of its code, as a proxy would choose it."""
    return [urls[zlib.crc32(code.encode()) % len(urls)]]


def number_in_html(push: bytes) -> int:
    """The move that a page shows, or what else this message is."""
    if found := VERSION.search(push) or in_packed(push):
        return int(found[1])
    return REFUSED if push.startswith(NO) else SHOWS_NOTHING


def in_packed(push: bytes) -> re.Match[bytes] | None:
    """The number in a packed push; a whole stage has it further on than a patch."""
    if push.startswith(b"{"):
        return None
    inflate = zlib.decompressobj(-15)
    try:
        text = inflate.decompress(push, BEGINNING)
        return VERSION.search(text) or VERSION.search(text + inflate.flush())
    except zlib.error:
        return None


def number_in_json(push: bytes) -> int:
    """The move up to which a program sees its match, or what else this message is."""
    if push.startswith(b'{"match"'):
        at = push.index(b'"seq":') + 6
        return int(push[at : push.index(b",", at)])
    return REFUSED if push.startswith(NO) else SHOWS_NOTHING


class Door:
    """A table, its pages' sockets and the script of its moves."""

    def __init__(self, table: LiveTable, urls: Urls) -> None:
        self.table, self.urls = table, urls
        self.moves = len(table.script)
        self._moves = [json.dumps(scripted.move) for scripted in table.script]

    @property
    def played(self) -> int:
        return self.table.played

    @played.setter
    def played(self, number: int) -> None:
        self.table.played = number

    @classmethod
    def lanes(cls, tables: list[LiveTable], urls: Urls, stick: bool = True) -> list[Lane]:
        return [
            Lane(cls(table, sticky(urls, table.code) if stick else urls), SOCKETS)
            for table in tables
        ]

    async def open(self, page: int, on_message: Callable[[bytes], None]) -> WebSocket:
        url = self.urls[page % len(self.urls)]
        return await WebSocket.open(url, self.path(), self.headers(page, url), on_message)

    def path(self) -> str:
        raise NotImplementedError

    def headers(self, page: int, url: str) -> dict[str, str]:
        raise NotImplementedError

    def message(self, number: int) -> tuple[int, bytes]:
        raise NotImplementedError

    def number_in(self, message: bytes) -> int:
        raise NotImplementedError


class HtmlDoor(Door):
    """A page: HTML comes down, moves go up."""

    def path(self) -> str:
        return f"/ws/table/{self.table.code}/?packed=1"

    def headers(self, page: int, url: str) -> dict[str, str]:
        return {"Origin": url, "Cookie": self.table.people[page].cookies}

    def message(self, number: int) -> tuple[int, bytes]:
        text = (
            f'{{"match":{self.table.match_id},"move":{self._moves[number - 1]}'
            f',"id":"{uuid4()}","seen":{number - 1}}}'
        )
        return self.table.script[number - 1].seat, text.encode()

    def number_in(self, message: bytes) -> int:
        return number_in_html(message)


class JsonDoor(Door):
    """A program: the match comes down as JSON, moves go up."""

    def path(self) -> str:
        return f"/api/v1/matches/{self.table.match_id}/ws"

    def headers(self, page: int, url: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.table.people[page].secret}"}

    def message(self, number: int) -> tuple[int, bytes]:
        text = f'{{"id":"{uuid4()}","move":{self._moves[number - 1]},"seen":{number - 1}}}'
        return self.table.script[number - 1].seat, text.encode()

    def number_in(self, message: bytes) -> int:
        return number_in_json(message)


class Echo:
    """A group of the echo application: the number that goes up comes down to all of it."""

    moves = 10**9

    def __init__(self, group: str, url: str) -> None:
        self.group, self.url = group, url
        self.played = 0

    @classmethod
    def lanes(cls, count: int, urls: Urls) -> list[Lane]:
        return [Lane(cls(f"t{i}", sticky(urls, f"t{i}")[0]), SOCKETS) for i in range(count)]

    async def open(self, page: int, on_message: Callable[[bytes], None]) -> WebSocket:
        return await WebSocket.open(self.url, f"/ws/{self.group}", {}, on_message)

    def message(self, number: int) -> tuple[int, bytes]:
        return number % SOCKETS, str(number).encode()

    def number_in(self, message: bytes) -> int:
        return number_in_html(message)
