"""Load client: a keep-alive connection for moves, and sockets that note when a push arrives."""

import asyncio
import json
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from urllib.parse import urlsplit
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

VERSION = re.compile(r'\sdata-v=\\?"(\d+)')

OnPush = Callable[[int, float], None]


class Poster:
    """One open HTTP connection to one web process; one request at a time."""

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        self.url = url
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._lock = asyncio.Lock()

    async def post(self, path: str, headers: Mapping[str, str], body: bytes = b"") -> int:
        """The status of the answer. A connection that went away meanwhile is opened anew."""
        head = {"Host": self.host, "Content-Length": str(len(body)), **headers}
        lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
        async with self._lock:
            reader, writer = await self._open()
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            try:
                return await self._answer(reader)
            except (OSError, EOFError):
                await self._close()
                raise

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None or self._streams[0].at_eof():
            await self._close()
            host, _, port = self.host.partition(":")
            self._streams = await asyncio.open_connection(host, int(port))
        return self._streams

    async def _answer(self, reader: asyncio.StreamReader) -> int:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split(" ", 2)[1])
        length = re.search(r"\r\ncontent-length: (\d+)", head)
        if length:
            await reader.readexactly(int(length[1]))
        elif "transfer-encoding: chunked" in head:
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
        return status

    async def _close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            with suppress(OSError):
                await self._streams[1].wait_closed()
        self._streams = None


class Socket:
    """A page that is open at a table: every push is noted with its number and its moment."""

    def __init__(self, link: ClientConnection, on_push: OnPush) -> None:
        self._link = link
        self._on_push = on_push
        self._asked: dict[str, asyncio.Future[bool]] = {}
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, url: str, path: str, cookies: str, on_push: OnPush) -> "Socket":
        """`url` is the web process's; it is also where the page came from."""
        link = await connect(
            url.replace("http", "ws", 1) + path,
            origin=url,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookies} if cookies else None,
            compression=None,
            ping_interval=None,
            max_size=2**20,
            proxy=None,
            open_timeout=30,
        )
        return cls(link, on_push)

    async def _read(self) -> None:
        async for text in self._link:
            now = time.perf_counter()
            found = VERSION.search(str(text))
            if found:
                self._on_push(int(found[1]), now)
            elif str(text).startswith("{"):
                self._answered(json.loads(text))

    async def play(self, match_id: int, move: object, seen: int) -> int:
        """Sends a move up the socket; 204 when it was accepted, as by HTTP."""
        name = str(uuid4())
        answer = self._asked[name] = asyncio.get_running_loop().create_future()
        message = {"match": match_id, "move": move, "id": name, "seen": seen}
        await self._link.send(json.dumps(message))
        return 204 if await answer else 422

    def _answered(self, message: dict[str, str]) -> None:
        asked = self._asked.pop(message.get("ack") or message.get("refused") or "", None)
        if asked is not None:
            asked.set_result("ack" in message)

    async def close(self) -> None:
        await self._link.close()
        await self._reading
