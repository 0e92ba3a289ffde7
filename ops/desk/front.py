"""Load balancer of the desk: one port for several web processes, a table's sockets at one of them.

    python -m ops.desk.front 127.0.0.1 8000 8001 8002

A connection goes to the process that the hash of its table names, as nginx does it on a public site
(docs/operations.md); any other goes anywhere. It is chosen by the first request alone. A browser
opens every WebSocket on a connection of its own; a later request that comes to the wrong process is
answered there just as rightly.

Nothing of HTTP is rewritten: the client's address travels before the first byte, by the PROXY
protocol, which no client can forge for itself.
"""

import asyncio
import hashlib
import re
import secrets
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

TABLE = re.compile(
    r"^/(?:t|match|ws/table|ws/screen|api/v1/tables|api/v1/matches)/(?P<table>[^/?]+)"
)
"""Addresses that name a table by its code, or a match by its number. nginx has the same line."""

PATIENCE = 60.0
"""Seconds for the first line of the first request; browsers open connections ahead of need."""

NOBODY = (
    b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain\r\nContent-Length: 30\r\n"
    b"Retry-After: 1\r\nConnection: close\r\n\r\nNo web process answers so far."
)

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def key_of(path: str) -> str | None:
    """The table or match that an address belongs to."""
    found = TABLE.match(path)
    return found["table"] if found else None


def in_order(key: str | None, ports: Sequence[int]) -> list[int]:
    """The process of this table first (rendezvous hashing), then who stands in for it."""
    key = key or secrets.token_hex(8)
    return sorted(ports, key=lambda port: hashlib.sha256(f"{key} {port}".encode()).digest())


class Front:
    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = ports

    async def serve(self, host: str, port: int, stop: asyncio.Event) -> None:
        server = await asyncio.start_server(self.accept, host, port, backlog=1024)
        await stop.wait()
        server.close()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client's connection, from its first line to its end."""
        try:
            async with asyncio.timeout(PATIENCE):
                line = await reader.readuntil(b"\n")
            web = await self.connect(line)
            if web is None:
                writer.write(NOBODY)
            else:
                web[1].write(proxy_line(writer) + line)
                await splice((reader, writer), web)
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            pass  # it went away, or it does not speak HTTP
        finally:
            writer.close()

    async def connect(self, line: bytes) -> Streams | None:
        """A connection to the table's own process, or to the next one while that is away."""
        _, _, rest = line.decode("latin-1").partition(" ")
        for port in in_order(key_of(rest), self.ports):
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        return None


def proxy_line(client: asyncio.StreamWriter) -> bytes:
    """The first line of the PROXY protocol: who is at the other end of this connection."""
    (host, port), (own_host, own_port) = (
        client.get_extra_info(name)[:2] for name in ("peername", "sockname")
    )
    family = "TCP6" if ":" in host else "TCP4"
    return f"PROXY {family} {host} {own_host} {port} {own_port}\r\n".encode()


async def splice(one: Streams, other: Streams) -> None:
    """Bytes both ways, until either side ends."""
    pipes = [
        asyncio.create_task(pipe(one[0], other[1])),
        asyncio.create_task(pipe(other[0], one[1])),
    ]
    try:
        await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in pipes:
            each.cancel()
        await asyncio.gather(*pipes, return_exceptions=True)
        other[1].close()


async def pipe(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65536):
            sink.write(data)
            await sink.drain()


async def main(host: str, port: int, *ports: int) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await Front(ports).serve(host, port, stop)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
