"""WebSocket client of the load generator: frames on a bare asyncio protocol.

The generator shares its cores with what it measures, so a message must cost it little: `websockets`
takes three times as long to send one and hear another. It knows what a server sends here and no
more: whole messages, pings, closes.
"""

import asyncio
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from ops.operator_error import OperatorError

OnMessage = Callable[[bytes], None]

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL = 0x80
WHOLE = (FINAL | TEXT, FINAL | BINARY)
MASKED = 0x80


class WebSocket(asyncio.Protocol):
    """One open connection; `on_message` is called with each message."""

    def __init__(self, request: bytes, on_message: OnMessage) -> None:
        loop = asyncio.get_running_loop()
        self._request = request
        self._on_message = on_message
        self._rest = b""
        self._shaken = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[int] = loop.create_future()
        """The close code; 1006 when the line was torn."""

    @classmethod
    async def open(
        cls, url: str, path: str, headers: Mapping[str, str], on_message: OnMessage
    ) -> "WebSocket":
        """`url` is the web process's. Ready when the server has accepted."""
        host, _, port = urlsplit(url).netloc.partition(":")
        request = handshake(f"{host}:{port}", path, headers)
        loop = asyncio.get_running_loop()
        _, link = await loop.create_connection(lambda: cls(request, on_message), host, int(port))
        try:
            await link.opened
        except asyncio.CancelledError:
            link.abort()
            raise
        return link

    def send(self, text: bytes) -> None:
        if self._transport is not None:
            self._transport.write(frame(TEXT, text))

    async def close(self) -> None:
        transport = self._transport
        if transport is not None and not self.closed.done():
            transport.write(frame(CLOSE, (1001).to_bytes(2, "big")))
            await asyncio.wait([self.closed], timeout=5)
            transport.abort()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # ---- asyncio.Protocol ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self._end(1006)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
            self._rest = b""
        if not self._shaken:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head[:20]:
                self._refuse(head)
                return
            self._shaken = True
            if not self.opened.done():  # else nobody waits for it any more
                self.opened.set_result(None)
        self._read(data)

    def _read(self, data: bytes) -> None:
        """Every whole frame; the beginning of the next one waits."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, body = data[at + 1], at + 2
            if size > 125:
                body += 2 if size == 126 else 8
                if body > end:
                    break
                size = int.from_bytes(data[at + 2 : body], "big")
            if body + size > end:
                break
            kind = data[at]
            at = body + size
            if kind in WHOLE:
                self._on_message(data[body:at])
            else:
                self._control(kind, data[body:at])
        self._rest = data[at:]

    def _control(self, kind: int, body: bytes) -> None:
        assert self._transport is not None
        if kind == FINAL | PING:
            self._transport.write(frame(PONG, body))
        elif kind == FINAL | CLOSE:
            self._end(int.from_bytes(body[:2], "big"))
            self._transport.close()
        elif kind != FINAL | PONG:
            raise OperatorError(f"The load generator cannot read a frame of kind {kind:#x}.")

    def _refuse(self, head: bytes) -> None:
        status = head.partition(b"\r\n")[0].decode("latin-1")
        self.opened.set_exception(ConnectionRefusedError(f"No WebSocket here: {status}"))
        assert self._transport is not None
        self._transport.abort()

    def _end(self, code: int) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("closed before it was open"))
        if not self.closed.done():
            self.closed.set_result(code)


def handshake(host: str, path: str, headers: Mapping[str, str]) -> bytes:
    """The request. The key is any sixteen bytes: nobody stands between us and our own server."""
    head = {
        "Host": host,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def frame(kind: int, body: bytes) -> bytes:
    """Masked with noughts, which every server must take and which costs nothing."""
    size = len(body)
    if size < 126:
        head = bytes([FINAL | kind, MASKED | size])
    elif size < 65536:
        head = bytes([FINAL | kind, MASKED | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([FINAL | kind, MASKED | 127]) + size.to_bytes(8, "big")
    return head + b"\0\0\0\0" + body
