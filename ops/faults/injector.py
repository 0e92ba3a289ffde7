"""Fault injector: at random moments one part of the house is killed, stopped, emptied or misled.

Faults overlap, but never two on one part. Each is noted with its beginning and with the moment at
which the part was seen to work again. A process that ends by itself meanwhile, as a worker may that
loses its broker, is a fault too, and is started again, which is the supervisor's task everywhere.
"""

import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import psycopg
import redis

from ops.faults.evidence import Fault
from ops.faults.house import House
from ops.operator_error import OperatorError

WORKERS = ("timers", "bots", "default", "push", "beat")
WEBS = ("web", "web-2")
BY_ITSELF = "ended by itself"


class Injector(threading.Thread):
    def __init__(
        self, house: House, whim: random.Random, wanted: int, seconds: float, stop: float
    ) -> None:
        """So many faults within so many seconds; a stopped part stands still for `stop`."""
        super().__init__(daemon=True, name="injector")
        self.house, self.whim, self.wanted = house, whim, wanted
        self.pause, self.stop_seconds = seconds / wanted, stop
        self.faults: list[Fault] = []
        self.slow: list[str] = []
        """Parts that took too long to come back."""
        self.skipped: dict[str, str] = {}
        self._busy: set[str] = set()
        self._under_way: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._resting = threading.Event()
        if house.disk is None:
            self.skipped["full disk"] = house.no_disk

    def run(self) -> None:
        threading.Thread(target=self._supervise, daemon=True, name="supervisor").start()
        plan = self.plan()
        for number, (kind, part, strike) in enumerate(plan):
            # A quiet stretch each third of the run: there the strict promise about timers holds.
            quiet = number and number % max(10, len(plan) // 3) == 0
            time.sleep(20 if quiet and len(plan) > 60 else 0)
            time.sleep(self.pause * self.whim.uniform(0.2, 1.1))
            while not self._take(part):
                time.sleep(0.1)
            self._begin(kind, part, strike)

    def wait(self) -> None:
        self.join()
        self._wait_for_all()

    def rest(self) -> None:
        """Before the house is stopped: nothing is started again any more."""
        self._resting.set()
        self._wait_for_all()

    @property
    def struck(self) -> int:
        return sum(fault.kind != BY_ITSELF for fault in self.faults)

    def _begin(self, kind: str, part: str, strike: Callable[[str], None]) -> None:
        thread = threading.Thread(target=self._do, args=(kind, part, strike), daemon=True)
        self._under_way.append(thread)
        thread.start()

    def _wait_for_all(self) -> None:
        for thread in list(self._under_way):
            thread.join(120)

    def _supervise(self) -> None:
        while not self._resting.wait(0.5):
            self.look_after_processes()

    def look_after_processes(self) -> None:
        for part, process in self.house.site.processes.items():
            with self._lock:
                if part in self._busy or process.alive:
                    continue
                self._busy.add(part)
            self._begin(BY_ITSELF, part, self.house.revive)

    def plan(self) -> list[tuple[str, str, Callable[[str], None]]]:
        """Every kind of fault at least once, then by weight, in random order."""
        kinds: list[tuple[int, str, tuple[str, ...], Callable[[str], None]]] = [
            (6, "killed", WEBS, self.kill),
            (4, "killed", WORKERS, self.kill),
            (3, "killed", ("redis",), self.kill),
            (3, "lost", ("redis",), self.lose),
            (3, "emptied", ("redis",), self.empty),
            (3, "killed", ("postgres",), self.kill),
            (4, "sessions cut", ("postgres",), self.cut),
            (2, "stopped", (*WEBS, "timers", "beat", "redis", "postgres"), self.stand_still),
            (3, "clock jumped", WORKERS, self.jump),
        ]
        if self.house.disk is not None:
            kinds.append((1, "full disk", ("postgres",), self.fill))
        chosen = [*kinds, (0, "stopped", ("timers", "beat", "redis", "postgres"), self.stand_still)]
        weights = [each[0] for each in kinds]
        chosen += self.whim.choices(kinds, weights, k=max(0, self.wanted - len(chosen)))
        self.whim.shuffle(chosen)
        return [(kind, self.whim.choice(parts), strike) for _, kind, parts, strike in chosen]

    def _take(self, part: str) -> bool:
        """At most three parts at once."""
        with self._lock:
            if part in self._busy or len(self._busy) >= 3:
                return False
            self._busy.add(part)
            return True

    def _do(self, kind: str, part: str, strike: Callable[[str], None]) -> None:
        began = time.time()
        try:
            strike(part)
            if not self.house.wait_until_well(part):
                self.slow.append(f"{part} {kind}")
        except (OperatorError, psycopg.Error, redis.RedisError, OSError) as error:
            self.slow.append(f"{part} {kind}: {error}")
        finally:
            with self._lock:
                self.faults.append(Fault(kind, part, began, time.time()))
                self._busy.discard(part)

    # ---- Faults ----------------------------------------------------------------------------------

    def kill(self, part: str) -> None:
        self.house.kill(part)
        time.sleep(self.whim.uniform(0.2, 2))
        self.house.revive(part)

    def lose(self, part: str) -> None:
        self.house.kill(part)
        self.house.lose_redis()
        time.sleep(self.whim.uniform(0.2, 2))
        self.house.revive(part)

    def empty(self, part: str) -> None:
        self.house.empty_redis()

    def cut(self, part: str) -> None:
        self.house.cut_sessions()

    def stand_still(self, part: str) -> None:
        process = self.house.processes()[part]
        self.house.signal(process, signal.SIGSTOP)
        try:
            time.sleep(self.stop_seconds)
        finally:
            self.house.signal(process, signal.SIGCONT)

    def jump(self, part: str) -> None:
        self.house.set_clock(part, self.whim.choice([-3600.0, -30.0, 30.0, 3600.0]))
        try:
            time.sleep(self.whim.uniform(1, 4))
        finally:
            self.house.set_clock(part, 0.0)

    def fill(self, part: str) -> None:
        """The database's disk is full for a while; it may crash, and starts when there is room."""
        ballast = self.house.fill_disk()
        try:
            time.sleep(self.whim.uniform(1, 4))
        finally:
            ballast.unlink(missing_ok=True)
        time.sleep(0.5)
        if not self.house.processes()[part].alive or not self._answers():
            self.house.kill(part)
            self.house.revive(part)

    def _answers(self) -> bool:
        with suppress(psycopg.Error):
            psycopg.connect(self.house.servers.database_url, connect_timeout=3).close()
            return True
        return False
