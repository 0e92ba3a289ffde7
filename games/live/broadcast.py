"""Broadcasts: the only sender to groups. A nudge says that something changed, never what.

No card, hand or chat text crosses the channel layer: whoever hears a nudge asks for its own view.
Nudges are sent on commit and never awaited: a Redis that is down costs a player nothing, for every
listener also looks by itself at each heartbeat.
"""

import asyncio
import logging
import os
import random
import threading
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger("courtyard.broadcast")

LOBBY = "lobby"
CAME = 0.25, 0.25
WENT = 0.5, 2.5
"""Seconds, least and most, after which those who came or went are told of together."""

WHATS = ("room", "chat", "people")
"""What may change at a venue beside its match."""


def match_changed(match_id: int, venue: str, seq: int | None = None) -> None:
    """Somebody moved: event `seq` is stored. Without it something beside the log has changed."""
    on_commit(venue_group(venue), match_nudge(match_id, seq))


def match_nudge(match_id: int, seq: int | None) -> dict[str, Any]:
    return {"type": "nudge", "match": match_id, "seq": seq}


def venue_changed(venue: str, what: str) -> None:
    """Something at a venue changed beside its match: a seat, a chat line."""
    on_commit(venue_group(venue), {"type": "nudge", "what": what})


def somebody_came(venue: str) -> None:
    """Somebody has opened a venue's page. A crowd that comes at once is told of once."""
    transaction.on_commit(lambda: _outbox().put_later(_people(venue), *CAME), robust=True)


def somebody_went(venue: str) -> None:
    """The lease of somebody who closed a venue's page has ended. A crowd that went at once, as
    with its proxy, is not told of everywhere at the same moment."""
    _outbox().put_later(_people(venue), *WENT)


def _people(venue: str) -> dict[str, Any]:
    return {"type": "nudge", "what": "people", "group": venue_group(venue)}


def names_changed(venue: str, match_id: int | None) -> None:
    """Somebody at a venue has another name: all that it shows is shown anew."""
    on_commit(venue_group(venue), match_nudge(match_id or 0, None) | {"what": "names"})


def lobby_changed() -> None:
    on_commit(LOBBY, {"type": "nudge"})


def every_nudge(group: str) -> list[dict[str, Any]]:
    """All that may have been told to a group beside the steps of a match; a person is told none."""
    if group == LOBBY:
        return [{"type": "nudge"}]
    at_venue = group.startswith(venue_group(""))
    return [{"type": "nudge", "what": what} for what in WHATS if at_venue]


def user_revoked(user_id: int, code: int, session_key: str | None = None) -> None:
    """Every socket of this person (or of this one session) closes."""
    on_commit(user_group(user_id), {"type": "revoke", "code": code, "session": session_key})


def bell_changed(user_id: int) -> None:
    """Every page of this person looks at the bell anew."""
    on_commit(user_group(user_id), {"type": "ring"})


def sanctions_changed(user_id: int) -> None:
    """The house has something to say to this person; every open page of theirs shows it."""
    on_commit(user_group(user_id), {"type": "sanction_notices"})


def venue_group(venue: str) -> str:
    return f"venue.{venue}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def on_commit(group: str, message: dict[str, Any]) -> None:
    transaction.on_commit(lambda: send(group, message), robust=True)


def send(group: str, message: dict[str, Any]) -> None:
    """Hands the message to this process's own sending loop, so that no caller waits for Redis."""
    _outbox().put(message | {"group": group})


class Outbox:
    """What this process has to tell, in order: from an event loop, or from a thread of its own.

    While Redis is busy messages wait, and of several nudges about one thing the newest goes. A hub
    has one on its own loop: a thread beside it would take Python from the moves again and again.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """On this loop, whose own code alone puts something in; else all threads may."""
        self.owner = os.getpid()
        self._waiting: dict[object, dict[str, Any]] = {}
        self._gathered: set[tuple[str, float]] = set()
        self._lock = threading.Lock()
        self._sending: asyncio.Task[None] | None = None
        self._loop = loop or asyncio.new_event_loop()
        self._call: Callable[..., object] = self._loop.call_soon
        if loop is None:
            self._call = self._loop.call_soon_threadsafe
            threading.Thread(target=self._loop.run_forever, name="nudges", daemon=True).start()

    def put(self, message: dict[str, Any]) -> None:
        thing: object = object()
        if message["type"] == "nudge":
            beside = message.get("seq") is None
            thing = (message["group"], message.get("match"), message.get("what"), beside)
        with self._lock:
            idle = not self._waiting
            self._waiting[thing] = message
        if idle:
            self._call(self._begin)

    def put_later(self, message: dict[str, Any], least: float, most: float) -> None:
        """After so many seconds, once, however often it is put until then."""
        self._call(self._gather, message, least, most)

    def _gather(self, message: dict[str, Any], least: float, most: float) -> None:
        key = message["group"], least
        if key not in self._gathered:
            self._gathered.add(key)
            self._loop.call_later(random.uniform(least, most), self._put_gathered, key, message)

    def _put_gathered(self, key: tuple[str, float], message: dict[str, Any]) -> None:
        self._gathered.discard(key)
        self.put(message)

    def _begin(self) -> None:
        if self._sending is None or self._sending.done():
            self._sending = self._loop.create_task(self._send())

    async def _send(self) -> None:
        layer = get_channel_layer()
        assert layer is not None
        while self._waiting:
            with self._lock:
                messages = list(self._waiting.values())
                self._waiting.clear()
            try:
                async with asyncio.timeout(5):
                    await layer.send_to_groups(messages)
            except Exception as error:
                log.warning("nudges lost, heartbeats will heal it: %s", type(error).__name__)


_lock = threading.Lock()
_own: Outbox | None = None


def _outbox() -> Outbox:
    """One for each process; a forked worker makes its own."""
    global _own
    with _lock:
        if _own is None or _own.owner != os.getpid():
            _own = Outbox()
        return _own
