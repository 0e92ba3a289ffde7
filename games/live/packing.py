"""Packed pushes: what would not fit one packet goes deflated, each message by itself.

permessage-deflate would keep a window for every socket; this keeps nothing, and what several
sockets are sent alike is packed once, be it the whole message or only its first part. A page that
can unpack says so when its socket opens (`static/js/live_socket.js`).
"""

import zlib
from functools import lru_cache
from typing import Any

from games.page.push import Told

ASKED = b"packed=1"
"""In the socket's query: this page unpacks binary messages."""

PACKET = 1300
"""Bytes that travel in one packet: packing fewer would save nothing."""


@lru_cache(maxsize=64)
def packed(told: Told) -> str | bytes:
    """The text as it is sent to a page that unpacks."""
    text = plain(told)
    if len(text) <= PACKET and len(text.encode()) <= PACKET:
        return text
    if isinstance(told, str):
        begun, deflate = b"", _deflate()
    else:
        begun, deflate = _begun(told.alike)
        text, deflate = told.own, deflate.copy()
    return b"".join((begun, deflate.compress(text.encode()), deflate.flush()))


def plain(told: Told) -> str:
    """The text as it is sent to any other page."""
    return told if isinstance(told, str) else told.text


@lru_cache(maxsize=8)
def _begun(text: str) -> tuple[bytes, Any]:
    """The first part packed, and the deflater that knows it and goes on from a copy of itself."""
    deflate = _deflate()
    return deflate.compress(text.encode()), deflate


def _deflate() -> Any:
    """Level and window were chosen by figures. It takes 70 KB, so few are kept."""
    return zlib.compressobj(level=6, wbits=-14, memLevel=6)


def forget() -> None:
    """For whoever measures: the next message is packed as if it were the first."""
    packed.cache_clear()
    _begun.cache_clear()
