"""Connect storms: everybody comes at once, as after a deploy, until the last table is shown."""

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from ops.bench.doors import Door, HtmlDoor, JsonDoor
from ops.bench.harness import Harness
from ops.bench.live_tables import SOCKETS
from ops.bench.load import Lane, close_all, open_all
from ops.bench.report import Row
from ops.bench.scripted_match import measured_game
from ops.bench.workload import Workload

STORM_AIM = 1.0
DEPLOY_AIM = 5.0
DEPLOY_PATIENCE = 40.0
"""Seconds after which nobody waits for the last page any more."""

# Of static/js/socket.js, in seconds.
FIRST_WAIT, LONGEST_WAIT = 0.3, 5.0
CONNECT_WITHIN = 6.0

Say = Callable[[str], None]


def measure(harness: Harness, workload: Workload, say: Say) -> Iterator[Row]:
    harness.running()
    for name, door in {"pages": HtmlDoor, "programs": JsonDoor}.items():
        say(f"{workload.storm} {name} connect at once")
        seconds = storm(lanes_of(harness, door, workload.storm))
        yield Row(
            "storm",
            f"{workload.storm} {name} connect at once, until the last has its table",
            f"{seconds:.2f} s",
            aim=f"≤ {STORM_AIM:g} s",
            met=seconds <= STORM_AIM,
        )
    say(f"{workload.deploy} pages come back after a restart")
    seconds, missing = asyncio.run(deploy(harness, lanes_of(harness, HtmlDoor, workload.deploy)))
    yield Row(
        "storm",
        f"{workload.deploy} pages come back after a restart, from ready to the last table",
        f"{seconds:.2f} s" + (f", {missing} did not" if missing else ""),
        aim=f"< {DEPLOY_AIM:g} s",
        met=seconds < DEPLOY_AIM and not missing,
    )


def lanes_of(harness: Harness, door: type[Door], sockets: int) -> list[Lane]:
    tables = harness.stock.take(measured_game(SOCKETS).INFO.key, -(-sockets // SOCKETS), 1)
    return door.lanes(tables, harness.site.urls)


def storm(lanes: Sequence[Lane]) -> float:
    """Seconds until every page has shown its table."""

    async def run() -> float:
        began = time.perf_counter()
        try:
            await open_all(lanes, at_once=len(lanes) * SOCKETS)
            return time.perf_counter() - began
        finally:
            await close_all(lanes)

    return asyncio.run(run())


async def deploy(harness: Harness, lanes: Sequence[Lane]) -> tuple[float, int]:
    """The web processes are restarted under their pages, which come back with their own back-off.

    Seconds from the moment when the site is ready again, and how many were not back in the end.
    """
    site = harness.site
    webs = [name for name in site.processes if name.startswith("web")]

    def restart() -> float:
        for name in webs:
            site.processes[name].stop()
        for name in webs:
            site.processes[name].start()
        site.wait_ready()
        return time.perf_counter()

    try:
        await open_all(lanes)
        pages = [
            asyncio.create_task(come_back(lane, page)) for lane in lanes for page in lane.pages
        ]
        ready = await asyncio.to_thread(restart)
        _, missing = await asyncio.wait(pages, timeout=DEPLOY_PATIENCE)
        seconds = time.perf_counter() - ready
        for page in missing:
            page.cancel()
        return seconds, len(missing)
    finally:
        await close_all(lanes)


async def come_back(lane: Lane, page: int) -> None:
    """A page that has lost its socket tries again, each time later, until its table is shown."""
    await lane.sockets[page].closed
    shown, tries = False, 0
    while not shown:
        await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**tries) * random.uniform(0.5, 1))
        tries += 1
        with suppress(OSError):
            await lane.open_page(page, CONNECT_WITHIN)
            shown = True
