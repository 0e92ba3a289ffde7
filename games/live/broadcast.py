"""Broadcasts: the only caller of `group_send`. A nudge says that something changed, never what.

No card, hand or chat text crosses the channel layer: whoever hears a nudge asks for its own view.
Nudges are sent on commit and never awaited: a Redis that is down costs a player nothing, for every
listener also looks by itself at each heartbeat.
"""

import asyncio
import logging
import os
import threading
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger("courtyard.broadcast")

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_owner = 0


def match_changed(match_id: int, venue: str, seq: int | None = None) -> None:
    """Somebody moved: event `seq` is stored. Without it something beside the log has changed."""
    on_commit(venue_group(venue), match_nudge(match_id, seq))


def match_nudge(match_id: int, seq: int | None) -> dict[str, Any]:
    return {"type": "nudge", "match": match_id, "seq": seq}


def venue_changed(venue: str, what: str) -> None:
    """Something at a venue changed beside its match: a seat, a chat line."""
    on_commit(venue_group(venue), {"type": "nudge", "what": what})


def lobby_changed() -> None:
    on_commit("lobby", {"type": "nudge"})


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
    future = asyncio.run_coroutine_threadsafe(_send(group, message), sending_loop())
    future.add_done_callback(_report)


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    async with asyncio.timeout(5):
        await layer.group_send(group, message | {"group": group})


def _report(future: Any) -> None:
    if not future.cancelled() and (error := future.exception()):
        log.warning("nudge lost, heartbeats will heal it: %s", type(error).__name__)


def sending_loop() -> asyncio.AbstractEventLoop:
    """One event loop in one thread per process; a forked worker makes its own."""
    global _loop, _owner
    with _lock:
        if _loop is None or _owner != os.getpid():
            _loop, _owner = asyncio.new_event_loop(), os.getpid()
            threading.Thread(target=_loop.run_forever, name="nudges", daemon=True).start()
        return _loop
