"""Supervisor of the processes: one that dies is started again, and so are clocks that stand."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from ops.desk.process import Process
from ops.operator_error import OperatorError, sentence_for

LONGEST_PAUSE = 30.0
HEALTHY_SECONDS = 60.0  # who has run this long starts with a short pause again
SWEEP_LIMIT = 30.0  # a sweep older than this, for this long: the clocks stand
LOOK_EVERY = 5.0


@dataclass
class Watched:
    """A process, and how it is brought back."""

    process: Process
    restart: Callable[[], None]
    since: float = 0.0
    deaths: int = 0
    again_at: float | None = None


class Supervisor:
    def __init__(self, say: Callable[[str], None], sweep_age: Callable[[], float | None]) -> None:
        self._say = say
        self._sweep_age = sweep_age
        self._watched: dict[str, Watched] = {}
        self._stale_since: float | None = None
        self._next_look = 0.0

    def watch(self, process: Process, restart: Callable[[], None] | None = None) -> None:
        self._watched[process.name] = Watched(process, restart or process.start, time.monotonic())

    def look(self, now: float | None = None) -> None:
        """One round: call it every half second or so."""
        now = time.monotonic() if now is None else now
        for name, watched in self._watched.items():
            self._look_after(name, watched, now)
        if now >= self._next_look:
            self._next_look = now + LOOK_EVERY
            self._look_at_clocks(now)

    def _look_after(self, name: str, watched: Watched, now: float) -> None:
        if watched.process.alive:
            if watched.deaths and now - watched.since > HEALTHY_SECONDS:
                watched.deaths = 0
            return
        if watched.again_at is None:
            pause = min(LONGEST_PAUSE, 2.0**watched.deaths)
            watched.deaths += 1
            watched.again_at = now + pause
            watched.process.kill()  # children that outlived it would work beside the new ones
            self._say(f"{name} ended ({_how(watched.process.code)}); again in {pause:.0f} s")
        elif now >= watched.again_at:
            watched.again_at = None
            watched.since = now
            try:
                watched.restart()
                self._say(f"{name} started again")
            except (OperatorError, OSError) as error:
                self._say(sentence_for(error) or str(error))

    def _look_at_clocks(self, now: float) -> None:
        """A worker can run and yet do nothing; only the age of the last sweep shows it."""
        age = self._sweep_age()
        if age is None or age <= SWEEP_LIMIT:
            self._stale_since = None
        elif self._stale_since is None:
            self._stale_since = now
        elif now - self._stale_since >= LOOK_EVERY:
            self._stale_since = now + SWEEP_LIMIT  # the new ones get time to begin
            self._say(f"the clocks stand for {age:.0f} s: timers and beat are started again")
            for name in ["timers", "beat"]:
                if (watched := self._watched.get(name)) and watched.process.alive:
                    watched.process.stop(patience=5)
                    watched.process.start()
                    watched.since = now


def _how(code: int | None) -> str:
    if code is None:
        return "unknown"
    return f"signal {-code}" if code < 0 else f"code {code}"
