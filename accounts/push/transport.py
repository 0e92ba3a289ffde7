"""HTTP transport of push messages: one POST, one answer, within a few seconds, no redirects."""

import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException

from accounts.push import addresses

PATIENCE = 10.0
"""Seconds for all of it, however slowly the other side speaks. If its name alone takes longer, the
resolver gives up by itself, and nothing follows."""

STEP = 5.0
"""Seconds for each step of it."""

_tls = ssl.create_default_context()


@dataclass(frozen=True)
class Answer:
    """What a push service said. Status 0: nothing that we understood."""

    status: int
    retry_after: int = 0


def post(endpoint: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Raises `addresses.BadEndpoint` for an address that is none of a push service."""
    parts = addresses.parse(endpoint)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=STEP)
    late = threading.Event()
    bell = threading.Timer(PATIENCE, _hang_up, [connection, late])
    bell.daemon = True
    bell.start()
    try:
        connection.sock = _connect(addresses.resolve(parts))
        if parts.scheme == "https":
            connection.sock = _tls.wrap_socket(
                connection.sock, server_hostname=parts.hostname, do_handshake_on_connect=False
            )
        if late.is_set():  # the name server took all the time, and the bell found nothing to end
            return Answer(0)
        if isinstance(connection.sock, ssl.SSLSocket):
            connection.sock.do_handshake()
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        host = {"Host": parts.netloc, "Connection": "close"}
        connection.request("POST", path or "/", body, {**headers, **host})
        response = connection.getresponse()
        after = response.getheader("Retry-After", "")
        return Answer(response.status, int(after) if after.isdecimal() and len(after) < 6 else 0)
    except (OSError, HTTPException, ValueError) as error:
        if isinstance(error, addresses.BadEndpoint):
            raise
        return Answer(0)
    finally:
        bell.cancel()
        connection.close()


def _connect(address: tuple[str, int]) -> socket.socket:
    return socket.create_connection(address, timeout=STEP)


def _hang_up(connection: HTTPConnection, late: threading.Event) -> None:
    """Whoever is waiting in a read is woken with nothing."""
    late.set()
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)
