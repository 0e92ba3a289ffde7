"""Bus watch: notices when Redis carries no nudges, and looks for what they would have told.

Twice a second a message of this process goes round by Redis to itself. Two in a row that do not
come back mean that the bus is silent: dead, stopped, or cut off. Until it is heard again the newest
steps of all matches shown here are asked of PostgreSQL every second, in one statement, and
everything else a nudge would have told every two. Of one that does not come back, as when Redis
was started again at once, only what was told meanwhile is looked for. So a page sees within
three seconds what happened, whatever became of Redis, and asks for nothing itself.
"""

import asyncio
import logging
import time
from typing import Any, Protocol

from django.db import connection

from games.live.threads import in_thread

log = logging.getLogger("courtyard.bus")

ECHO = "echo"
INTERVAL = 0.5
PATIENCE = 0.5
"""Seconds for a message to come back."""
FAILURES = 2
LOOK = 1.0
LOOK_AT_ALL = 2.0

STEPS = "SELECT id, venue, seq FROM games_match WHERE id = ANY(%s)"


class Bus(Protocol):
    """The hub, as its watch sees it."""

    @property
    def busy(self) -> bool:
        """Somebody listens here."""
        ...

    async def echo(self, message: dict[str, Any]) -> None:
        """Sends to this process itself, by Redis; first it subscribes to what it should follow."""
        ...

    def shown(self) -> dict[int, int]:
        """The newest known step of each match shown here."""
        ...

    async def missed(self, match_id: int, venue: str, seq: int) -> None: ...

    def look_at_all(self) -> None:
        """Everything that is no step: chairs, talk, lists, bells, sessions."""
        ...


class BusWatch:
    """Of one hub. It runs while somebody listens."""

    def __init__(self, bus: Bus) -> None:
        self.silent = False
        self._bus = bus
        self._failures = 0
        self._heard = asyncio.Event()
        self._number = 0
        self._task: asyncio.Task[None] | None = None
        self._looked = self._looked_at_all = 0.0

    def start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def hear(self, message: dict[str, Any]) -> None:
        """A message of ours came back; one that is late is still counted as lost."""
        if message.get("number") == self._number:
            self._heard.set()

    def fail(self) -> None:
        """A subscription was not taken, which nobody needs to see twice."""
        self._failures = FAILURES
        if not self.silent:
            self.silent = True
            log.warning("the bus is silent: steps are looked for in the database")

    async def _run(self) -> None:
        while self._bus.busy:
            if await self._comes_back():
                lost, self._failures = self._failures, 0
                if self.silent:
                    self.silent = False
                    log.warning("the bus is heard again")
                if lost:
                    await self._look(at_all=True)  # what was told meanwhile came to nobody
                await asyncio.sleep(INTERVAL)
                continue
            self._failures += 1
            if self._failures >= FAILURES:
                self.fail()
                await self._look()

    async def _comes_back(self) -> bool:
        self._number += 1
        self._heard.clear()
        begun = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._bus.echo({"type": ECHO, "number": self._number})
                await self._heard.wait()
        except Exception as error:
            if not isinstance(error, TimeoutError):  # refused at once: not sooner again than others
                await asyncio.sleep(max(0.0, begun + PATIENCE - time.monotonic()))
            return False
        return True

    async def _look(self, *, at_all: bool = False) -> None:
        now = time.monotonic()
        try:
            if at_all or now - self._looked >= LOOK:
                self._looked = now
                await self._look_for_steps()
            if at_all or now - self._looked_at_all >= LOOK_AT_ALL:
                self._looked_at_all = now
                self._bus.look_at_all()
        except Exception as error:
            log.warning("nothing was looked for: %s", type(error).__name__)

    async def _look_for_steps(self) -> None:
        known = self._bus.shown()
        for match_id, venue, seq in await in_thread(newest_steps, list(known)) if known else []:
            if seq > known[match_id]:
                await self._bus.missed(match_id, venue, seq)


def newest_steps(match_ids: list[int]) -> list[tuple[int, str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(STEPS, [match_ids])
        return cursor.fetchall()
