"""Memory of an idle socket: a web process with and without pages that are merely open."""

import asyncio
from collections.abc import Iterator, Sequence

import psutil

from ops.bench.client import Socket
from ops.bench.harness import Harness
from ops.bench.live_tables import SOCKETS, live_tables
from ops.bench.report import Row
from ops.bench.workload import Workload

WARM = 10
"""Sockets that come and go first, so that whatever is loaded once is not counted."""

REST = 2.0
"""Seconds in which the first pushes are sent and what they needed is let go."""

Page = tuple[str, str]
"""Path and cookies."""


def measure(harness: Harness, workload: Workload) -> Iterator[Row]:
    with harness.echo_servers(webs=1) as bare:
        pages = [(f"/ws/t{index // SOCKETS}", "") for index in range(workload.idle_sockets)]
        ceiling = asyncio.run(each_costs(bare.urls[0], bare.pids[0], pages))
    tables = live_tables(-(-workload.idle_sockets // SOCKETS))
    real = [(f"/ws/table/{table.code}/", page.cookies) for table in tables for page in table.pages]
    with harness.site as site:
        pid = site.processes["web"].pid
        cost = asyncio.run(each_costs(site.urls[0], pid, real[: workload.idle_sockets]))
    yield Row(
        "memory",
        f"an idle socket, over {workload.idle_sockets}",
        f"{cost:.0f} KiB",
        f"{ceiling:.0f} KiB",
        ceiling / cost if cost > 0 else None,
    )


async def each_costs(url: str, pid: int, pages: Sequence[Page]) -> float:
    """KiB of resident memory for each open socket of one web process."""
    await close(await open_all(url, pages[:WARM]))
    before = resident(pid)
    sockets = await open_all(url, pages)
    after = resident(pid)
    await close(sockets)
    return (after - before) / len(pages) / 1024


async def open_all(url: str, pages: Sequence[Page]) -> list[Socket]:
    sockets = [
        await Socket.open(url, path, cookies, lambda number, at: None) for path, cookies in pages
    ]
    await asyncio.sleep(REST)
    return sockets


async def close(sockets: Sequence[Socket]) -> None:
    await asyncio.gather(*(socket.close() for socket in sockets))


def resident(pid: int) -> int:
    return int(psutil.Process(pid).memory_info().rss)
