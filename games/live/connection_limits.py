"""Connection limits of sockets: how many are open at once, and how fast an address opens them.

Each process counts its own. Who is signed in is counted as a person, everybody else by address. A
socket that comes too fast is told to come back; one too many at once is told so in words.
"""

import threading
from collections import Counter
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

from accounts.access.rate_limit import RateLimit, address_of

PER_PERSON = 60
"""Sockets of one person at once, pages and programs together."""

CREDENTIALS = 10
"""Whoever brings a session or a token may open so many times as many: they may share an address."""

_open: Counter[object] = Counter()
_lock = threading.Lock()
_opened = RateLimit("sockets", settings.SOCKETS_PER_ADDRESS * 3 or 1, 60)
_opened_with_credentials = RateLimit("sockets", _opened.most * CREDENTIALS, 60)


def client_address(scope: dict[str, Any]) -> str:
    """Where a socket comes from; empty if nobody can say."""
    forwarded = dict(scope.get("headers", ())).get(b"x-forwarded-for", b"")
    return _address((scope.get("client") or [""])[0], forwarded)


@lru_cache(maxsize=1024)
def _address(client: str, forwarded: bytes) -> str:
    request = HttpRequest()
    request.META = {
        "REMOTE_ADDR": client,
        "HTTP_X_FORWARDED_FOR": forwarded.decode("latin-1"),
    }
    try:
        return address_of(request)
    except (ValueError, ImproperlyConfigured):
        return ""


def opens_too_fast(address: str, scope: dict[str, Any]) -> bool:
    if not address or not settings.SOCKETS_PER_ADDRESS:
        return False
    headers = dict(scope.get("headers", ()))
    session = f"{settings.SESSION_COOKIE_NAME}=".encode() in headers.get(b"cookie", b"")
    limit = _opened_with_credentials if session or b"authorization" in headers else _opened
    return limit.wait(address) > 0


def take_place(user_id: int | None, address: str) -> object | None:
    """A place among the open sockets, to be given back; None if there are enough already."""
    most = settings.SOCKETS_PER_ADDRESS if user_id is None else PER_PERSON
    unlimited = not most or (user_id is None and not address)
    place = (user_id, "" if user_id else address)
    with _lock:
        if _open[place] >= most and not unlimited:
            return None
        _open[place] += 1
    return place


def give_back(place: object) -> None:
    with _lock:
        _open[place] -= 1
        if not _open[place]:
            del _open[place]
