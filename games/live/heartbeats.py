"""Heartbeats: the sockets of a web process, looked after together.

A heartbeat renews a socket's lease and asks what a nudge should have told: whether the session is
alive, the person still welcome, the match further than was shown. Each tick takes the sockets that
are due and asks for all of them in one statement. A socket's beats have jitter, so those that
opened together, after a deploy, are soon spread over the whole interval.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.conf import settings

from games.live.threads import in_thread
from games.services import ledger

log = logging.getLogger("courtyard.live")

TICK = 1.0
"""Seconds between two looks at who is due."""

ASK = """
WITH pulse AS (
  SELECT * FROM jsonb_to_recordset(%(pulses)s)
      AS p(link uuid, person bigint, session text, venue text, match bigint, bell boolean)
), renewed AS (
  INSERT INTO games_lease (connection, user_id, venue, expires_at)
  SELECT p.link, p.person, p.venue, clock_timestamp() + %(ttl)s * interval '1 second'
    FROM pulse p LEFT JOIN accounts_user u ON u.id = p.person
   WHERE p.venue IS NOT NULL AND (p.person IS NULL OR u.id IS NOT NULL)
  ON CONFLICT (connection) DO UPDATE SET expires_at = excluded.expires_at
)
SELECT p.link, m.seq, md5(s.session_data || u.password),
       u.is_active AND (u.banned_until IS NULL OR u.banned_until <= clock_timestamp()),
       CASE WHEN p.bell THEN (SELECT ARRAY[count(*), COALESCE(max(n.id), 0)] FROM social_notice n
                               WHERE n.user_id = p.person AND n.read_at IS NULL) END
  FROM pulse p
  LEFT JOIN games_match m ON m.id = p.match
  LEFT JOIN accounts_user u ON u.id = p.person
  LEFT JOIN django_session s ON s.session_key = p.session AND s.expire_date > clock_timestamp()
"""


@dataclass(frozen=True)
class Pulse:
    """What a socket asks at its heartbeat."""

    link: UUID
    person: int | None = None
    session: str | None = None
    venue: str | None = None
    """Where its lease is; None for a socket that counts nowhere."""
    match: int | None = None
    bell: bool = False


@dataclass(frozen=True)
class Beat:
    """What the database answered."""

    seq: int | None = None
    """The newest event of the match."""
    credential: str | None = None
    """Differs when the session or the password changed; None when the session is over."""
    welcome: bool = False
    """The person may act."""
    bell: tuple[int, int] | None = None
    """As `accounts.notices.selectors.mark`."""


@dataclass
class Verdict:
    """What follows from a heartbeat for one socket."""

    bye: tuple[int, str] | None = None
    """A close code and a sentence."""
    missed: dict[str, Any] | None = None
    """The nudge that was not heard."""
    rings: bool = False
    """The bell is not as it was shown."""


class Beating(Protocol):
    """A socket, as its heartbeat sees it."""

    beat_at: float

    def pulse(self) -> Pulse: ...

    @classmethod
    def look_again(cls, sockets: Sequence[Any], beats: Sequence[Beat]) -> list[Verdict]:
        """For sockets of one kind together, in a thread."""
        ...

    async def heal(self, verdict: Verdict) -> None: ...


class Heart:
    """The heartbeats of all sockets of one event loop. It beats while there is a socket."""

    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick = tick
        """Called with every tick: what else has to be looked after."""
        self._sockets: set[Beating] = set()
        self._beating: asyncio.Task[None] | None = None

    def add(self, socket: Beating) -> None:
        # The first beat may come at any moment of the interval.
        socket.beat_at = time.monotonic() + settings.HEARTBEAT_SECONDS * random.random()
        self._sockets.add(socket)
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())

    def remove(self, socket: Beating) -> None:
        self._sockets.discard(socket)

    def hurry(self) -> None:
        """Every socket is due at the next tick."""
        for socket in self._sockets:
            socket.beat_at = 0.0

    async def _beat(self) -> None:
        while self._sockets:
            await asyncio.sleep(min(TICK, settings.HEARTBEAT_SECONDS / 4))
            self._tick()
            now = time.monotonic()
            due = [socket for socket in self._sockets if socket.beat_at <= now]
            for socket in due:
                socket.beat_at = now + settings.HEARTBEAT_SECONDS * random.uniform(0.8, 1)
            try:
                verdicts = await in_thread(look_after, due) if due else []
            except Exception as error:
                log.warning("%d heartbeats missed: %s", len(due), type(error).__name__)
                continue
            for socket, verdict in verdicts:
                if socket in self._sockets:
                    await self._heal(socket, verdict)

    async def _heal(self, socket: Beating, verdict: Verdict) -> None:
        try:
            await socket.heal(verdict)
        except Exception:
            log.exception("a heartbeat could not be answered")


def look_after(sockets: Sequence[Beating]) -> list[tuple[Beating, Verdict]]:
    """Asks once for all; then each kind of socket says what follows, where something does."""
    beats = ask([socket.pulse() for socket in sockets])
    kinds: dict[type, list[tuple[Beating, Beat]]] = {}
    for socket, beat in zip(sockets, beats, strict=True):
        kinds.setdefault(type(socket), []).append((socket, beat))
    found: list[tuple[Beating, Verdict]] = []
    for kind, pairs in kinds.items():
        of_kind, their_beats = zip(*pairs, strict=True)
        verdicts = kind.look_again(of_kind, their_beats)  # type: ignore[attr-defined]
        found += zip(of_kind, verdicts, strict=True)
    return [(socket, verdict) for socket, verdict in found if verdict != Verdict()]


def ask(pulses: Sequence[Pulse]) -> list[Beat]:
    """One statement, however many they are."""
    values = {"pulses": ledger.as_json(pulses), "ttl": settings.LEASE_SECONDS}
    with ledger.prepared() as cursor:
        cursor.execute(ASK, values)
        rows = {row[0]: row[1:] for row in cursor.fetchall()}
    return [
        Beat(seq, credential, bool(welcome), tuple(bell) if bell else None)
        for seq, credential, welcome, bell in (rows[pulse.link] for pulse in pulses)
    ]
