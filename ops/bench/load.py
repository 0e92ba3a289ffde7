"""Load: tables whose moves are sent by a closed loop, or on a schedule that waits for nobody.

A move is under way until the last page of its table has shown it. In the closed loop the next one
follows at once; the rate is what comes out. Paced, each table has its moments: latency is counted
from the moment at which a move was due, so whoever waits for the move before it waits in the figure
as well (no coordinated omission).
"""

import asyncio
import gc
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from ops.bench.report import percentile
from ops.bench.usage import Usage
from ops.bench.websocket import WebSocket
from ops.operator_error import OperatorError

PATIENCE = 20.0
"""Seconds after which a push that has not come is lost; longer than a heartbeat heals it."""

WARM_SECONDS = 1.0
"""Of the closed loop, before anything is counted."""

AT_ONCE = 50
"""Sockets that are being opened at a time, where opening is not what is measured."""

SHOWS_NOTHING = -1
REFUSED = -2


class Played(Protocol):
    """A table as the load sees it."""

    moves: int
    """So many can be made."""
    played: int
    """So many were."""

    def message(self, number: int) -> tuple[int, bytes]:
        """The page that makes this move, and what it sends."""
        ...

    def number_in(self, message: bytes) -> int:
        """The move up to which a push shows the table; else SHOWS_NOTHING or REFUSED."""
        ...

    async def open(self, page: int, on_message: Callable[[bytes], None]) -> WebSocket: ...


class Lane:
    """One table and its pages, with at most one move under way."""

    def __init__(self, table: Played, pages: int) -> None:
        self.table = table
        self.shown = [-1] * pages
        self.sockets: dict[int, WebSocket] = {}
        """By page."""
        self.pushes = self.push_bytes = 0
        self.on_done: Callable[[Lane, float], None] = lambda lane, now: None
        self.on_refused: Callable[[Lane, bytes], None] = lambda lane, why: None
        self._missing = 0
        self._showing = [asyncio.Event() for _ in range(pages)]

    @property
    def pages(self) -> range:
        return range(len(self.shown))

    @property
    def busy(self) -> bool:
        return self._missing > 0

    @property
    def dry(self) -> bool:
        return self.table.played >= self.table.moves

    async def open_page(self, page: int, patience: float = PATIENCE) -> None:
        """Ready when the page has shown the table as it stands."""
        self.shown[page] = -1
        self._showing[page].clear()
        try:
            async with asyncio.timeout(patience):
                self.sockets[page] = await self.table.open(page, partial(self._heard, page))
                await self._showing[page].wait()
        except TimeoutError:
            if page in self.sockets:
                await self.sockets[page].close()
            raise ConnectionResetError("A page did not show its table.") from None

    def play(self) -> None:
        """Sends the next move; `on_done` follows when all pages show it."""
        self.table.played += 1
        self._missing = len(self.shown)
        page, message = self.table.message(self.table.played)
        self.sockets[page].send(message)

    def _heard(self, page: int, message: bytes) -> None:
        number = self.table.number_in(message)
        if number < 0:
            if number == REFUSED:
                self._missing = 0
                self.table.played -= 1
                self.on_refused(self, message)
            return
        self.pushes += 1
        self.push_bytes += len(message)
        before, self.shown[page] = self.shown[page], number
        if not self._missing:
            if number >= self.table.played:
                self._showing[page].set()
        elif before < self.table.played <= number:
            # A page that shows a later move has shown this one as well.
            self._missing -= 1
            if not self._missing:
                self.on_done(self, time.perf_counter())


@dataclass
class Result:
    """What a load brought. Latencies in milliseconds."""

    latencies: list[float] = field(default_factory=list)
    seconds: float = 0
    refused: list[str] = field(default_factory=list)
    lost: int = 0
    pushes: int = 0
    push_bytes: int = 0
    cpu: dict[str, float] = field(default_factory=dict)
    """Milliseconds a move, by process."""

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds

    @property
    def bytes_a_push(self) -> float:
        return self.push_bytes / max(1, self.pushes)

    def p(self, percent: float) -> float:
        return percentile(self.latencies, percent)

    @property
    def summary(self) -> str:
        return "/".join(f"{self.p(percent):.0f}" for percent in (50, 95, 99, 100))

    @property
    def troubles(self) -> str:
        odd = {"refused": len(self.refused), "lost": self.lost}
        return "".join(f", {number} {what}" for what, number in odd.items() if number)


async def open_all(lanes: Sequence[Lane], at_once: int = AT_ONCE) -> None:
    """All pages of all tables; ready when each has shown its table."""
    gate = asyncio.Semaphore(at_once)

    async def open_one(lane: Lane, page: int) -> None:
        async with gate:
            await lane.open_page(page)

    await asyncio.gather(*(open_one(lane, page) for lane in lanes for page in lane.pages))


async def close_all(lanes: Sequence[Lane]) -> None:
    await asyncio.gather(*(socket.close() for lane in lanes for socket in lane.sockets.values()))


async def under_load(lanes: Sequence[Lane], drive: Coroutine[Any, Any, Result]) -> Result:
    """Opens the pages, lets `drive` play, and closes the pages."""
    try:
        await open_all(lanes)
        gc.collect()
        gc.disable()  # a pause of the generator would count as the server's
        result = await drive
    finally:
        gc.enable()
        drive.close()
        await close_all(lanes)
    if not result.latencies:
        why = result.refused[0] if result.refused else "no push came"
        raise OperatorError(f"No move reached all pages of its table: {why}.")
    return result


class Driver:
    """Counts what the lanes do between `begin` and `end`."""

    def __init__(self, lanes: Sequence[Lane], usage: Usage) -> None:
        self.lanes = lanes
        self.usage = usage
        self.result = Result()
        self.counting = False
        for lane in lanes:
            lane.on_refused = self._refused

    def begin(self) -> None:
        self._cpu = self.usage()
        self._pushed = self._pushes()
        self._began = time.perf_counter()
        self.counting = True

    def end(self) -> None:
        self.counting = False
        got = self.result
        got.seconds = time.perf_counter() - self._began
        cpu, (pushes, size) = self.usage(), self._pushes()
        moves = max(1, len(got.latencies))
        got.cpu = {name: 1000 * (cpu[name] - self._cpu[name]) / moves for name in cpu}
        got.pushes, got.push_bytes = pushes - self._pushed[0], size - self._pushed[1]

    def _pushes(self) -> tuple[int, int]:
        return sum(lane.pushes for lane in self.lanes), sum(lane.push_bytes for lane in self.lanes)

    def _refused(self, lane: Lane, why: bytes) -> None:
        self.result.refused.append(why.decode(errors="replace"))

    async def drain(self) -> None:
        """Until no move is under way. What does not come any more is lost."""
        until = time.perf_counter() + PATIENCE
        while busy := [lane for lane in self.lanes if lane.busy]:
            if time.perf_counter() > until:
                self.result.lost = len(busy)
                for lane in busy:  # nobody knows how it stands there: it is not used again
                    lane.table.played = lane.table.moves
                return
            await asyncio.sleep(0.02)


async def closed_loop(lanes: Sequence[Lane], seconds: float, usage: Usage) -> Result:
    """As many moves as come through. It ends early when a table has no more moves to make."""
    driver = Driver(lanes, usage)
    sent: dict[Lane, float] = {}
    over = asyncio.Event()

    def play(lane: Lane, now: float) -> None:
        if lane.dry:
            over.set()
        elif not over.is_set():
            sent[lane] = now
            lane.play()

    def done(lane: Lane, now: float) -> None:
        if driver.counting:
            driver.result.latencies.append((now - sent[lane]) * 1000)
        play(lane, now)

    for lane in lanes:
        lane.on_done = done
        play(lane, time.perf_counter())
    await asyncio.sleep(min(WARM_SECONDS, seconds / 2))
    driver.begin()
    await asyncio.wait([asyncio.ensure_future(over.wait())], timeout=seconds)
    over.set()
    driver.end()
    await driver.drain()
    return driver.result


async def paced(
    lanes: Sequence[Lane], seconds: float, usage: Usage, *, a_second: float = 1
) -> Result:
    """`a_second` moves a second at each table, the tables spread evenly over the interval."""
    driver = Driver(lanes, usage)
    loop = asyncio.get_running_loop()
    due: dict[Lane, list[float]] = {lane: [] for lane in lanes}
    interval = 1 / a_second
    turns = max(1, round(seconds * a_second))

    def play(lane: Lane) -> None:
        if due[lane] and not lane.busy and not lane.dry:
            lane.play()

    def at(lane: Lane, moment: float) -> None:
        due[lane].append(moment)
        play(lane)

    def done(lane: Lane, now: float) -> None:
        scheduled = due[lane].pop(0)
        driver.result.latencies.append((now - scheduled) * 1000)
        play(lane)

    for lane in lanes:  # one unmeasured move for each: everything is loaded
        lane.on_done = lambda lane, now: None
        lane.play()
    await driver.drain()
    driver.begin()
    # perf_counter and the loop's clock differ by a constant.
    begin, offset = time.perf_counter() + 0.1, loop.time() - time.perf_counter()
    for index, lane in enumerate(lanes):
        lane.on_done = done
        for turn in range(turns):
            moment = begin + (turn + index / len(lanes)) * interval
            loop.call_at(moment + offset, at, lane, moment)
    await asyncio.sleep(begin - time.perf_counter() + turns * interval)
    await driver.drain()
    driver.end()
    return driver.result
