"""Latency of a move, from sending it until the last of four pages has it, at a steady pace.

Every table makes one move a second; the tables are spread over that second. Players, watchers and
moves are spread over two web processes, so that most nudges cross from one to the other.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from ops.bench.client import Poster, Socket
from ops.bench.harness import Harness
from ops.bench.live_tables import SOCKETS, LiveTable, live_tables
from ops.bench.report import Row, percentile
from ops.bench.workload import Workload
from ops.operator_error import OperatorError

AIM_TABLES = 50
AIM_MS = 100
PATIENCE = 20.0
"""Seconds after which a push that has not come counts as lost; longer than a heartbeat heals it."""

Say = Callable[[str], None]
Move = Callable[[int], Awaitable[int]]
"""Makes move number so-and-so of its table; gives the status of the answer."""


@dataclass
class Watched:
    """One table as the measurement sees it: its pages, and which of them have the last move."""

    move: Move
    moves: int  # so many are there to be made
    sockets: list[Socket] = field(default_factory=list)
    awaited: int = 0
    arrivals: dict[int, float] = field(default_factory=dict)
    everywhere: asyncio.Event = field(default_factory=asyncio.Event)

    def expect(self, number: int) -> None:
        self.awaited = number
        self.arrivals.clear()
        self.everywhere.clear()

    def note(self, page: int, number: int, at: float) -> None:
        """A page that shows a later move has shown this one as well."""
        if number >= self.awaited and page not in self.arrivals:
            self.arrivals[page] = at
            if len(self.arrivals) == SOCKETS:
                self.everywhere.set()

    async def open(self, urls: Sequence[str], path: str, cookies: Sequence[str]) -> None:
        """Its pages, spread over the web processes."""
        self.sockets = [
            await Socket.open(urls[page % len(urls)], path, cookie, partial(self.note, page))
            for page, cookie in enumerate(cookies)
        ]


@dataclass
class Latencies:
    """Milliseconds from sending the POST to its answer, and to the last page."""

    answers: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    refused: int = 0
    lost: int = 0


def measure(harness: Harness, workload: Workload, say: Say) -> Iterator[Row]:
    ceilings = {}
    with harness.echo_servers() as bare:
        for count in workload.tables:
            say(f"{count} empty tables")
            ceilings[count] = asyncio.run(of_bare_ones(bare.urls, count, workload.live_seconds))
    with harness.site as site:
        for count in workload.tables:
            say(f"{count} tables")
            tables = live_tables(count)
            got = asyncio.run(of_tables(site.urls, tables, workload.live_seconds))
            yield row(count, got, ceilings[count])


def row(count: int, got: Latencies, ceiling: Latencies) -> Row:
    if not got.pages or not ceiling.pages:
        raise OperatorError("No move reached all pages of its table; the site's logs say why.")
    figures, bare = summary(got.pages), summary(ceiling.pages)
    troubles = {"refused": got.refused, "lost": got.lost}
    odd = "".join(f", {number} {what}" for what, number in troubles.items() if number)
    aimed = count == AIM_TABLES
    return Row(
        "live",
        f"{count} tables, move to last of {SOCKETS} pages, p50/p95/p99/max{odd}",
        figures + " ms",
        bare + " ms",
        percentile(ceiling.pages, 99) / percentile(got.pages, 99),
        f"p99 < {AIM_MS} ms" if aimed else "",
        percentile(got.pages, 99) < AIM_MS and not got.lost if aimed else None,
    )


def summary(values: Sequence[float]) -> str:
    return "/".join(f"{percentile(values, percent):.0f}" for percent in (50, 95, 99, 100))


# ---- The real thing ----------------------------------------------------------------------------


async def of_tables(urls: list[str], tables: list[LiveTable], seconds: float) -> Latencies:
    watched = [real(table) for table in tables]
    for each, table in zip(watched, tables, strict=True):
        await each.open(urls, f"/ws/table/{table.code}/", [page.cookies for page in table.pages])
    for each in watched:  # a page shows its whole table once, then what happens there
        await asyncio.wait_for(each.everywhere.wait(), PATIENCE)
    return await run(watched, seconds)


def real(table: LiveTable) -> Watched:
    """Moves as a page sends them: up its own socket, with an id."""

    async def move(number: int) -> int:
        scripted = table.script[number - 1]
        page = watched.sockets[scripted.seat]
        return await page.play(table.match_id, scripted.move, number - 1)

    watched = Watched(move, len(table.script))
    return watched


# ---- The ceiling -------------------------------------------------------------------------------


async def of_bare_ones(urls: list[str], count: int, seconds: float) -> Latencies:
    watched = [bare_one(urls, index) for index in range(count)]
    for index, each in enumerate(watched):
        await each.open(urls, f"/ws/t{index}", [""] * SOCKETS)
    return await run(watched, seconds)


def bare_one(urls: list[str], index: int) -> Watched:
    posters = [Poster(url) for url in urls]

    async def move(number: int) -> int:
        return await posters[number % len(posters)].post(f"/t{index}/{number}", {})

    return Watched(move, 10**6)


# ---- The pace ----------------------------------------------------------------------------------


async def run(watched: list[Watched], seconds: float) -> Latencies:
    """One unmeasured move for each table, then `seconds` of one move a second each."""
    got = Latencies()
    try:
        await settle(watched)
        begin = time.perf_counter() + 0.2
        await asyncio.gather(
            *(
                keep_pace(each, begin + index / len(watched), seconds, got)
                for index, each in enumerate(watched)
            )
        )
    finally:
        await asyncio.gather(*(socket.close() for each in watched for socket in each.sockets))
    return got


async def settle(watched: list[Watched]) -> None:
    """Connections are open and everything is loaded before the first measured move."""
    got = Latencies()
    for each in watched:
        await timed(each, 1, got)
        if got.refused or got.lost:
            raise OperatorError(f"The first move got no further than this: {got}.")


async def keep_pace(each: Watched, begin: float, seconds: float, got: Latencies) -> None:
    """The next move waits for its second, and for the move before it to be everywhere."""
    for turn in range(max(1, int(seconds))):
        number = turn + 2
        if number > each.moves:
            return
        await asyncio.sleep(max(0.0, begin + turn - time.perf_counter()))
        await timed(each, number, got)


async def timed(each: Watched, number: int, got: Latencies) -> None:
    each.expect(number)
    sent = time.perf_counter()
    status = await each.move(number)
    answered = time.perf_counter()
    if status != 204:
        got.refused += 1
        return
    got.answers.append((answered - sent) * 1000)
    try:
        await asyncio.wait_for(each.everywhere.wait(), PATIENCE)
    except TimeoutError:
        got.lost += 1
        return
    got.pages.append((max(each.arrivals.values()) - sent) * 1000)
