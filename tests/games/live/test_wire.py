"""The short way of whole messages: framed as anybody reads them, in order, nothing lost."""

import socket

import pytest
from autobahn.websocket.protocol import WebSocketProtocol
from daphne.ws_protocol import WebSocketFactory
from daphne.ws_protocol import WebSocketProtocol as DaphneProtocol
from twisted.internet import reactor
from twisted.internet.error import ConnectionLost
from twisted.internet.protocol import Protocol
from twisted.internet.tcp import Connection
from twisted.protocols.haproxy._wrapper import HAProxyProtocolWrapper
from twisted.protocols.tls import TLSMemoryBIOProtocol
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from games.live.wire import (
    MASKED,
    QuickProtocol,
    bare_line,
    frame,
    share_settings,
    whole_text,
    write_at_once,
)


def read(data: bytes) -> Frame:
    """By another library, as a browser would."""
    stream = StreamReader()
    stream.feed_data(data)
    reading = Frame.parse(stream.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        while True:
            next(reading)
    got: Frame = done.value.value
    return got


@pytest.mark.parametrize("size", [1, 125, 126, 65_535, 65_536])
@pytest.mark.parametrize("binary", [False, True])
def test_a_message_of_any_size_is_one_frame(size: int, binary: bool) -> None:
    got = read(frame(b"x" * size, binary))
    assert got.fin and got.data == b"x" * size
    assert got.opcode is (Opcode.BINARY if binary else Opcode.TEXT)


def sent(
    data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True
) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=mask)


WHOLE = '{"move": "♠"}'.encode()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(sent(WHOLE), WHOLE, id="whole"),
        pytest.param(sent(b"x" * 125), b"x" * 125, id="the longest short one"),
        pytest.param(sent(b"x" * 126), b"x" * 126, id="the shortest middle one"),
        pytest.param(sent(b"x" * 200), b"x" * 200, id="as long as allowed"),
        pytest.param(sent(b"x" * 201), None, id="too long"),
        pytest.param(sent(b"x" * 65_536), None, id="a long head"),
        pytest.param(b"", None, id="nothing"),
        pytest.param(sent(b""), None, id="empty"),
        pytest.param(sent(WHOLE)[:-1], None, id="cut off"),
        pytest.param(sent(WHOLE) + b"\x81", None, id="with the next one's beginning"),
        pytest.param(sent(WHOLE) + sent(WHOLE), None, id="two"),
        pytest.param(sent(WHOLE, fin=False), None, id="a first part"),
        pytest.param(sent(WHOLE, Opcode.CONT), None, id="a later part"),
        pytest.param(sent(WHOLE, Opcode.BINARY), None, id="binary"),
        pytest.param(sent(WHOLE, Opcode.PING), None, id="a ping"),
        pytest.param(sent(WHOLE, Opcode.CLOSE), None, id="a close"),
        pytest.param(sent(WHOLE, mask=False), None, id="unmasked"),
        pytest.param(sent(WHOLE[:-3]), None, id="a torn letter"),
        pytest.param(
            bytes((0x81, MASKED | 126, 0, 5)) + sent(b"hello")[2:],
            None,
            id="a longer head than it need have",
        ),
    ],
)
def test_only_a_whole_text_takes_the_short_way_up(data: bytes, text: bytes | None) -> None:
    assert whole_text(data, 200) == text


class Line(Connection):
    """A real connection that nobody polls: what it keeps back is flushed by hand."""

    def __init__(self, takes: int) -> None:
        self.near, self.far = socket.socketpair()
        self.far.setblocking(False)
        Connection.__init__(self, self.near, Protocol(), reactor)  # type: ignore[arg-type]
        self.connected = 1
        self.takes = takes

    def startWriting(self) -> None:
        self.writing = True

    def stopWriting(self) -> None:
        self.writing = False

    def writeSomeData(self, data: bytes) -> int | ConnectionLost:
        return super().writeSomeData(bytes(data)[: self.takes])

    def arrived(self) -> bytes:
        while self._tempDataLen or self.dataBuffer:
            self.doWrite()
        return self.far.recv(100)


@pytest.mark.parametrize("takes", [0, 1, 3, 100])
def test_messages_arrive_whole_and_in_order_however_little_the_kernel_takes(takes: int) -> None:
    line = Line(takes)
    for message in (b"one, ", b"two, ", b"three"):
        write_at_once(line, message)
    line.takes = 100
    assert line.arrived() == b"one, two, three"


def test_a_lost_line_is_left_to_its_own_loop() -> None:
    line = Line(100)
    line.far.close()
    write_at_once(line, b"one")
    assert line._tempDataBuffer == [b"one"]
    line.connected = 0
    write_at_once(line, b"two")
    assert line._tempDataBuffer == [b"one"]


def test_nothing_is_written_past_what_stands_between() -> None:
    line = Line(100)
    assert bare_line(line) is line
    behind_front = HAProxyProtocolWrapper.__new__(HAProxyProtocolWrapper)
    behind_front.transport = line  # type: ignore[assignment]
    assert bare_line(behind_front) is line
    encrypted = TLSMemoryBIOProtocol.__new__(TLSMemoryBIOProtocol)
    encrypted.transport = line  # type: ignore[assignment]
    assert bare_line(encrypted) is None
    line.TLS = True
    assert bare_line(line) is None


def test_autobahn_keeps_what_is_relied_on() -> None:
    """Names inside Autobahn and Twisted that no promise covers."""
    assert WebSocketProtocol.STATE_OPEN != WebSocketProtocol.STATE_CLOSING
    assert callable(WebSocketProtocol._cancelAutoPingTimeoutCall)
    assert Line(1)._tempDataLen == 0


def test_a_connection_finds_each_setting_as_its_factory_has_it() -> None:
    """A browser offers compression: what answers it is a function among the settings."""
    factory = WebSocketFactory(None)
    share_settings(factory)
    connection = QuickProtocol()
    for name in DaphneProtocol.CONFIG_ATTRS:
        assert getattr(connection, name) is getattr(factory, name), name
    assert connection.perMessageCompressionAccept([]) is None
