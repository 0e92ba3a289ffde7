"""The lobby's live list before a crowd: CPU, renderings and bytes while tables change.

First the feed alone, with readers that only count, in this process; then a web process with real
sockets. A table changes every tenth of a second, through the lobby's own services.
"""

import asyncio
import itertools
import random
import secrets
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager
from typing import Any

import psutil
from django.db import connection
from websockets.asyncio.client import ClientConnection, connect

from accounts.models import User
from games import registry
from games.engine import codec
from games.live.threads import in_thread
from lobby.finding.feed import Feed, Marks, View
from lobby.models import Chair, Table
from lobby.services import chairs
from ops.bench.harness import Harness
from ops.bench.report import Row
from ops.bench.table_codes import unused_codes
from ops.bench.workload import FULL, Workload

EVERY = 0.1
VIEWS = [
    (query, "en")
    for query in (
        "",
        "",
        f"game={registry.game_keys()[0]}",
        "stake=friendly&chairs=free",
        "stake=friendly&page=2",
        "page=2",
        "page=40",
    )
]
"""Among which the readers of the list are spread: filters and pages."""


def measure(harness: Harness, workload: Workload) -> Iterator[Row]:
    share = min(1.0, workload.live_seconds / FULL.live_seconds)
    tables, readers, sockets = (int(number * share) for number in (2000, 2000, 500))
    changes = Changes(tables)
    seconds = workload.live_seconds
    what = f"{tables} open tables, a change every {EVERY * 1000:.0f} ms"
    idle = asyncio.run(feed_before(0, changes, seconds / 2))
    busy = asyncio.run(feed_before(readers, changes, seconds))
    yield Row(
        "lobby",
        f"{what}: the feed, {readers} readers of {len(set(VIEWS))} filters and pages",
        f"{(busy.cpu - idle.cpu) * 100:.0f} % of a core",
    )
    yield Row(
        "lobby",
        "renderings a second",
        f"{busy.renderings:.2f}",
        aim="≤ 1",
        met=busy.renderings <= 1,
    )
    yield Row("lobby", "bytes a second to each reader", f"{busy.bytes / 1000:.1f} KB")
    site = harness.running()
    pid = site.processes["web"].pid
    real = asyncio.run(web_before(site.urls[0], pid, sockets, changes, seconds))
    yield Row(
        "lobby",
        f"{what}: a web process, {sockets} sockets",
        f"{real.cpu * 100:.0f} % of a core, {real.bytes / 1000:.1f} KB/s each",
    )


class Measured:
    """Shares of a core and of a second."""

    def __init__(self, cpu: float, renderings: float = 0, bytes: float = 0) -> None:
        self.cpu, self.renderings, self.bytes = cpu, renderings, bytes


# ---- Tables that change --------------------------------------------------------------------------


class Changes:
    """Open tables with one person each, and guests who sit down and get up again."""

    def __init__(self, count: int) -> None:
        games = itertools.cycle(registry.all_games())
        people = _people(count + 50)
        self.guests = people[count:]
        codes = unused_codes(count)
        rows = [
            Table(
                code=next(codes),
                game=rules.INFO.key,
                options=codec.dump(rules.Options()),
                seats=rules.INFO.players[-1],
                owner=owner,
                seed=secrets.token_bytes(32),
                commitment="",
            )
            for owner, rules in zip(people[:count], games, strict=False)
        ]
        self.tables = Table.objects.bulk_create(rows)
        Chair.objects.bulk_create(
            Chair(table=table, index=0, user=table.owner) for table in self.tables
        )
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        self.sitting: dict[int, int] = {}

    def one(self) -> None:
        guest = random.choice(self.guests)
        table_id = self.sitting.pop(guest.pk, None)
        if table_id is not None:
            chairs.leave(table_id, guest)
        else:
            free = set(range(len(self.tables))) - {*self.sitting.values()}
            table = self.tables[random.choice(list(free))]
            chairs.sit(table.pk, guest)
            self.sitting[guest.pk] = table.pk

    async def go_on(self, seconds: float) -> float:
        """Paced, whatever each one takes. Gives the time that it took."""
        began = time.monotonic()
        for number in range(int(seconds / EVERY)):
            await in_thread(self.one)
            await asyncio.sleep(max(0.0, began + (number + 1) * EVERY - time.monotonic()))
        return time.monotonic() - began


def _people(count: int) -> list[User]:
    mark = secrets.token_hex(3)
    return User.objects.bulk_create(
        User(username=f"L{mark}{n}", email=f"l{mark}{n}@example.org") for n in range(count)
    )


# ---- The feed alone ------------------------------------------------------------------------------


class Reader:
    """As a socket does, without one: counts what it would have been sent."""

    def __init__(self, feed: Feed, view: View) -> None:
        self.feed, self.view, self.has, self.bytes = feed, view, Marks(()), 0

    def want(self, message: dict[str, Any]) -> None:
        newest = self.feed.shown[self.view]
        while self.has != newest.marks:
            html, self.has = newest.push(self.has)
            self.bytes += len(html)


async def feed_before(readers: int, changes: Changes, seconds: float) -> Measured:
    feed = Feed("tables")
    crowd = [Reader(feed, VIEWS[n % len(VIEWS)]) for n in range(readers)]
    for reader in crowd:
        await feed.join(reader.view, reader)
    await asyncio.sleep(min(1.5, seconds))  # the first renderings
    first, cpu = feed.rendered, time.process_time()
    for reader in crowd:
        reader.bytes = 0
    took = await changes.go_on(seconds)
    measured = Measured(
        (time.process_time() - cpu) / took,
        max(0, feed.rendered - first - 1) / took,
        sum(reader.bytes for reader in crowd) / max(1, readers) / took,
    )
    for reader in crowd:
        await feed.part(reader.view, reader)
    return measured


# ---- A web process -------------------------------------------------------------------------------


async def web_before(
    url: str, pid: int, sockets: int, changes: Changes, seconds: float
) -> Measured:
    async with opened(url, sockets) as heard:
        await asyncio.sleep(min(2.0, seconds))
        before, cpu = sum(heard), _cpu(pid)
        took = await changes.go_on(seconds)
        return Measured((_cpu(pid) - cpu) / took, bytes=(sum(heard) - before) / sockets / took)


@asynccontextmanager
async def opened(url: str, count: int) -> Any:
    """Pages that show the lobby; gives the bytes that each has heard."""
    heard = [0] * count
    links: list[ClientConnection] = []

    async def read(index: int, link: ClientConnection) -> None:
        async for text in link:
            heard[index] += len(text)

    for _ in range(count):
        address = url.replace("http", "ws", 1) + "/ws/lobby/"
        links.append(await connect(address, origin=url, compression=None, ping_interval=None))  # type: ignore[arg-type]
    readers = [asyncio.create_task(read(index, link)) for index, link in enumerate(links)]
    yield heard
    await asyncio.gather(*(link.close() for link in links))
    await asyncio.gather(*readers)


def _cpu(pid: int) -> float:
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)
