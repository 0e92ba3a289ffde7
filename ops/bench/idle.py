"""Idle sockets: what pages cost that are merely open, in memory and CPU of one web process.

An idle page sends a ping every ten seconds, as static/js/socket.js does. How many of them would
fill the process is extrapolated from the CPU that they take over what the empty process takes.
"""

import asyncio
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import psutil

from ops.bench.doors import Echo, HtmlDoor
from ops.bench.harness import Harness
from ops.bench.live_tables import SOCKETS
from ops.bench.load import Lane, close_all, open_all
from ops.bench.report import Row
from ops.bench.scripted_match import measured_game
from ops.bench.usage import seconds_of
from ops.bench.workload import Workload

FILL_AIM = 10_000
"""Idle pages that fill a process."""

MEMORY_AIM = 50
"""KiB each."""

PING_SECONDS = 10.0

WARM = 10
"""Tables that come and go first, so that whatever is loaded once is not counted."""

REST = 2.0
"""Seconds in which the first pushes are sent and what they needed is let go."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Cost:
    """Of the open sockets of one web process."""

    sockets: int
    memory: float
    """KiB each."""
    share: float
    """Of a core, with all of them open."""
    empty: float
    """Of a core, with none."""

    @property
    def fill(self) -> float:
        """How many would take the rest of a core."""
        return self.sockets * (1 - self.empty) / max(self.share - self.empty, 1e-6)


def measure(harness: Harness, workload: Workload, say: Say) -> Iterator[Row]:
    count = -(-workload.idle_sockets // SOCKETS)
    say("echo")
    with harness.echo_servers(webs=1) as bare:
        lanes = Echo.lanes(count, bare.urls)
        ceiling = asyncio.run(cost_of(lanes, bare.pids[0], workload.idle_seconds / 3))
    tables = harness.stock.take(measured_game(SOCKETS).INFO.key, count, 1)
    site = harness.running()
    say(f"{workload.idle_sockets} pages")
    site.restart("web")  # what an earlier part has let go would be taken again unseen
    site.wait_ready()
    pid = site.processes["web"].pid
    lanes = HtmlDoor.lanes(tables, site.urls[:1])
    cost = asyncio.run(cost_of(lanes, pid, workload.idle_seconds))
    yield Row(
        "idle",
        f"memory of an idle page, over {workload.idle_sockets}",
        f"{cost.memory:.0f} KiB",
        f"{ceiling.memory:.0f} KiB",
        ceiling.memory / cost.memory if cost.memory > 0 else None,
        f"< {MEMORY_AIM} KiB",
        cost.memory < MEMORY_AIM,
    )
    yield Row(
        "idle",
        f"share of a core with none / {workload.idle_sockets} idle pages",
        f"{cost.empty:.1%} / {cost.share:.1%}",
        f"{ceiling.empty:.1%} / {ceiling.share:.1%}",
    )
    yield Row(
        "idle",
        f"idle pages that would fill a process, from {workload.idle_sockets}",
        f"{cost.fill:,.0f}",
        f"{ceiling.fill:,.0f}",
        cost.fill / ceiling.fill,
        f"≥ {FILL_AIM:,}",
        cost.fill >= FILL_AIM,
    )


async def cost_of(lanes: Sequence[Lane], pid: int, seconds: float) -> Cost:
    await open_all(lanes[:WARM])
    await close_all(lanes[:WARM])
    await asyncio.sleep(min(REST, seconds))
    empty = await share_of(pid, seconds / 5)
    before = resident(pid)
    try:
        await open_all(lanes)
        await asyncio.sleep(min(REST, seconds))
        memory = (resident(pid) - before) / 1024
        pinging = asyncio.create_task(keep_pinging(lanes))
        share = await share_of(pid, seconds)
        pinging.cancel()
    finally:
        await close_all(lanes)
    sockets = sum(len(lane.sockets) for lane in lanes)
    return Cost(sockets, memory / sockets, share, empty)


async def keep_pinging(lanes: Sequence[Lane]) -> None:
    """Every socket once in its ten seconds, spread evenly over them."""
    sockets = [socket for lane in lanes for socket in lane.sockets.values()]
    began = time.perf_counter()
    for number, socket in enumerate(itertools.cycle(sockets)):
        moment = began + number * PING_SECONDS / len(sockets)
        if (pause := moment - time.perf_counter()) > 0:
            await asyncio.sleep(pause)
        socket.send(b'{"ping":%d}' % number)


async def share_of(pid: int, seconds: float) -> float:
    """The share of a core that a process takes."""
    spent, began = seconds_of(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    return (seconds_of(pid) - spent) / (time.perf_counter() - began)


def resident(pid: int) -> int:
    return int(psutil.Process(pid).memory_info().rss)
