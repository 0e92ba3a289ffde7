"""Queueing simulation of the live path, event by event.

A web process is one server: it judges a move, hands it to its committer, and after the commit shows
it to the pages of its table, one task after the other. The committer has one statement under way;
what arrives meanwhile goes along in the next. PostgreSQL works on a statement and then waits for
the disk, and one flush serves all that wait for it. Every task takes a core while it runs: with
fewer cores than processes they wait for each other, as on the machine of the bench.
"""

import heapq
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ops.capacity.costs import PAGES, Costs

Done = Callable[[], None]


@dataclass(frozen=True)
class Load:
    """What is asked of the site."""

    tables: int
    pace: float = 1.0
    """Seconds between two moves of a table."""
    pages: float = PAGES
    """Open at each table, viewers included."""
    idle_pages: int = 0
    """Open elsewhere: the lobby, a page in another tab."""
    webs: int = 2
    cores: int = 2
    sticky: bool = True
    poisson: bool = True
    """Moves come at random; else each table has its moments, spread evenly, as in the bench."""
    generated_here: bool = False
    """The load generator takes its share of the same cores."""
    variation: float = 0.4
    """Of the time that a task takes: standard deviation by mean. 0 is constant, 1 exponential."""
    seconds: float = 30.0
    seed: int = 1


@dataclass
class Result:
    """Milliseconds from the press to the last page, and how busy everybody was."""

    latencies: list[float] = field(default_factory=list)
    web: float = 0.0
    """Share of its time that a web process works, the mean over all."""
    batch: float = 0.0
    """Moves in one statement, the mean."""

    def p(self, percent: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[max(1, int(-(-len(ordered) * percent // 100))) - 1]

    @property
    def mean(self) -> float:
        return sum(self.latencies) / len(self.latencies)


class Clock:
    """Simulated time in milliseconds, and what happens when."""

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Done]] = []
        self._count = 0

    def after(self, wait: float, act: Done) -> None:
        self._count += 1
        heapq.heappush(self._events, (self.now + wait, self._count, act))

    def run(self) -> None:
        while self._events:
            self.now, _, act = heapq.heappop(self._events)
            act()


class Cores:
    """The processors of the machine, first come, first served."""

    def __init__(self, clock: Clock, count: int) -> None:
        self.clock, self.free = clock, count
        self._waiting: deque[tuple[float, Done]] = deque()

    def work(self, duration: float, done: Done) -> None:
        self._waiting.append((duration, done))
        self._next()

    def _next(self) -> None:
        while self.free and self._waiting:
            duration, done = self._waiting.popleft()
            self.free -= 1
            self.clock.after(duration, lambda done=done: self._release(done))  # type: ignore[misc]

    def _release(self, done: Done) -> None:
        self.free += 1
        done()
        self._next()


class Server:
    """A process with one thread that matters: one task at a time, in order."""

    def __init__(self, cores: Cores) -> None:
        self.cores, self.busy, self.worked = cores, False, 0.0
        self._queue: deque[tuple[float, Done]] = deque()

    def work(self, duration: float, done: Done) -> None:
        self._queue.append((duration, done))
        self._next()

    def _next(self) -> None:
        if self._queue and not self.busy:
            duration, done = self._queue.popleft()
            self.busy = True
            self.worked += duration
            self.cores.work(duration, lambda: self._over(done))

    def _over(self, done: Done) -> None:
        self.busy = False
        done()
        self._next()


class Disk:
    """Flushes of the write-ahead log: one at a time, and each for all that had waited for it."""

    def __init__(self, clock: Clock, duration: float) -> None:
        self.clock, self.duration = clock, duration
        self._waiting: list[Done] = []
        self._flushing = False

    def flush(self, done: Done) -> None:
        self._waiting.append(done)
        if not self._flushing:
            self._begin()

    def _begin(self) -> None:
        served, self._waiting = self._waiting, []
        self._flushing = True
        self.clock.after(self.duration, lambda: self._end(served))

    def _end(self, served: list[Done]) -> None:
        self._flushing = False
        if self._waiting:
            self._begin()
        for done in served:
            done()


class Committer:
    """Group commit of one web process, by one connection."""

    def __init__(self, simulation: "Simulation") -> None:
        self.simulation = simulation
        self.backend = Server(simulation.cores)
        self.statements = self.moves = 0
        self._waiting: list[Done] = []
        self._under_way = False

    def commit(self, done: Done) -> None:
        self._waiting.append(done)
        if not self._under_way:
            self._begin()

    def _begin(self) -> None:
        batch, self._waiting = self._waiting, []
        self._under_way = True
        self.statements += 1
        self.moves += len(batch)
        costs = self.simulation.costs
        duration = self.simulation.vary(costs.statement + costs.store * len(batch))
        self.backend.work(
            duration, lambda: self.simulation.disk.flush(lambda: self._committed(batch))
        )

    def _committed(self, batch: list[Done]) -> None:
        self._under_way = False
        if self._waiting:
            self._begin()
        for done in batch:
            done()


class Simulation:
    def __init__(self, load: Load, costs: Costs) -> None:
        self.load, self.costs = load, costs
        self.whim = random.Random(load.seed)
        self.clock = Clock()
        self.cores = Cores(self.clock, load.cores)
        self.disk = Disk(self.clock, costs.flush)
        self.webs = [Server(self.cores) for _ in range(load.webs)]
        self.committers = [Committer(self) for _ in range(load.webs)]
        self.beside = Server(self.cores)
        self.generator = Server(self.cores)
        self.homes = [self.whim.randrange(load.webs) for _ in range(load.tables)]
        """The web process of each table, by hash of its code: evenly, but not exactly so."""
        self.result = Result()

    def run(self) -> Result:
        self._schedule_moves()
        self._schedule_idle_pages()
        self.clock.run()
        span = max(self.clock.now, 1e-9)
        self.result.web = sum(web.worked for web in self.webs) / span / len(self.webs)
        statements = sum(each.statements for each in self.committers)
        self.result.batch = sum(each.moves for each in self.committers) / max(1, statements)
        return self.result

    def vary(self, mean: float) -> float:
        """A time around this mean."""
        spread = self.load.variation**2
        return mean if not spread or not mean else self.whim.gammavariate(1 / spread, mean * spread)

    # ---- What comes -----------------------------------------------------------------------------

    def _schedule_moves(self) -> None:
        load = self.load
        if load.poisson:
            rate = load.tables / load.pace / 1000
            moment = self.whim.expovariate(rate)
            while moment < load.seconds * 1000:
                table = self.whim.randrange(load.tables)
                self.clock.after(moment, lambda table=table: self._press(table))  # type: ignore[misc]
                moment += self.whim.expovariate(rate)
            return
        for table in range(load.tables):
            for turn in range(max(1, round(load.seconds / load.pace))):
                moment = (turn + table / load.tables) * load.pace * 1000
                self.clock.after(moment, lambda table=table: self._press(table))  # type: ignore[misc]

    def _schedule_idle_pages(self) -> None:
        """Pings and heartbeats of all open pages, in small pieces at random moments."""
        pages = self.load.tables * self.load.pages + self.load.idle_pages
        share = pages / len(self.webs) * self.costs.idle / 1000
        if share <= 0:
            return
        for web in self.webs:
            moment = self.whim.expovariate(share)
            while moment < self.load.seconds * 1000:
                self.clock.after(moment, lambda web=web: web.work(self.vary(1.0), _nothing))  # type: ignore[misc]
                moment += self.whim.expovariate(share)

    # ---- A move ----------------------------------------------------------------------------------

    def _press(self, table: int) -> None:
        pressed = self.clock.now
        home = self.homes[table] if self.load.sticky else self.whim.randrange(self.load.webs)
        web, committer = self.webs[home], self.committers[home]

        def judged() -> None:
            committer.commit(committed)

        def committed() -> None:
            self.beside.work(self.vary(self.costs.beside), _nothing)
            self._show(home, lambda: self._received(pressed))

        self._generate(lambda: web.work(self.vary(self.costs.judge), judged))

    def _show(self, home: int, done: Done) -> None:
        """To all pages: those of this process, and where tables are scattered, those of others."""
        costs, load = self.costs, self.load
        at_once = max(0.0, costs.move - costs.judge) + costs.viewer * (load.pages - PAGES)
        if load.sticky or load.webs == 1:
            self.webs[home].work(self.vary(at_once), done)
            return
        left = [load.webs]

        def one_done() -> None:
            left[0] -= 1
            if not left[0]:
                done()

        for index, web in enumerate(self.webs):
            extra = 0.0 if index == home else costs.read
            web.work(self.vary(at_once / load.webs + extra), one_done)

    def _received(self, pressed: float) -> None:
        def seen() -> None:
            self.result.latencies.append(self.clock.now - pressed)

        self._generate(seen)

    def _generate(self, then: Done) -> None:
        """Half of the generator's work for a move is sending it, half is reading the pushes."""
        if self.load.generated_here:
            self.generator.work(self.vary(self.costs.generator / 2), then)
        else:
            then()


def _nothing() -> None:
    pass


def simulate(load: Load, costs: Costs) -> Result:
    return Simulation(load, costs).run()
