"""Packed pushes: what would not fit one packet goes deflated, each message by itself.

permessage-deflate would keep a window for every socket; this keeps nothing, and what several
sockets are sent alike is packed once. A page that can unpack says so when its socket opens
(`static/js/live_socket.js`).
"""

import zlib
from functools import lru_cache

ASKED = b"packed=1"
"""In the socket's query: this page unpacks binary messages."""

PACKET = 1300
"""Bytes that travel in one packet: packing fewer would save nothing."""


@lru_cache(maxsize=64)
def packed(text: str) -> str | bytes:
    """The text as it is sent to a page that unpacks. Level and window were chosen by figures."""
    data = text.encode()
    if len(data) <= PACKET:
        return text
    deflate = zlib.compressobj(level=4, wbits=-14, memLevel=6)
    return deflate.compress(data) + deflate.flush()
