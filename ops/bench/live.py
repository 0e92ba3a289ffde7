"""HTML at live tables: latency of a move at a steady pace, and the most that one web process takes.

A table has four pages; moves go up their sockets. What is timed is the way from the press to the
last of the four pages.
"""

import asyncio
from collections.abc import Callable, Iterator

from games.engine.contract import Rules
from ops.bench.doors import Echo, HtmlDoor
from ops.bench.harness import Harness
from ops.bench.load import Result, closed_loop, paced, under_load
from ops.bench.load_rows import cost_rows, paced_row, rate_row
from ops.bench.report import Row
from ops.bench.scripted_match import measured_games
from ops.bench.usage import usage_of
from ops.bench.workload import Workload

PACED_AIMS = {50: 60, 100: 150}
"""Milliseconds for the p99, by the number of tables with a move a second."""

RATE_AIM = 250
"""Moves a second of one web process."""

CPU_AIM = 4.0
"""Milliseconds of the web process for a move."""

GAMES = 2

Say = Callable[[str], None]


def measure(harness: Harness, workload: Workload, say: Say) -> Iterator[Row]:
    say("echo")
    paces, most = ceilings(harness, workload)
    harness.running()
    for rules in measured_games()[:GAMES]:
        for count in workload.tables:
            say(f"{rules.INFO.name}, {count} tables")
            got = run_paced(harness, workload, rules, count)
            what = f"{rules.INFO.name}, {count} tables × 1 move/s"
            yield paced_row("live", what, got, paces[count], PACED_AIMS.get(count))
    rules, count = measured_games()[0], workload.tables[-1]
    say(f"{rules.INFO.name}, {count} tables, not sticky")
    got = run_paced(harness, workload, rules, count, stick=False)
    what = f"{rules.INFO.name}, {count} tables × 1 move/s, not sticky"
    yield paced_row("live", what, got, paces[count])
    for rules in measured_games()[:GAMES]:
        what = f"{rules.INFO.name}, one web process"
        say(what)
        got = run_closed(harness, workload, rules)
        yield rate_row(
            "live",
            f"{what}, closed loop",
            got,
            f"{most.rate:.0f} echoes/s",
            got.rate / most.rate,
            f"≥ {RATE_AIM} moves/s",
            got.rate >= RATE_AIM,
        )
        yield from cost_rows("live", what, got, CPU_AIM)


def run_paced(
    harness: Harness, workload: Workload, rules: Rules, count: int, *, stick: bool = True
) -> Result:
    """A move a second at each table, over all web processes."""
    tables = harness.stock.take(rules.INFO.key, count, int(workload.live_seconds) + 2)
    lanes = HtmlDoor.lanes(tables, harness.site.urls, stick)
    pace = paced(lanes, workload.live_seconds, harness.usage())
    return asyncio.run(under_load(lanes, pace))


def run_closed(harness: Harness, workload: Workload, rules: Rules) -> Result:
    """As many moves as the first web process takes."""
    tables = harness.stock.take(rules.INFO.key, workload.closed_tables, workload.closed_moves)
    lanes = HtmlDoor.lanes(tables, harness.site.urls[:1])
    loop = closed_loop(lanes, workload.closed_seconds, harness.usage())
    return asyncio.run(under_load(lanes, loop))


def ceilings(harness: Harness, workload: Workload) -> tuple[dict[int, Result], Result]:
    """The same loads on the same stack with nothing behind it."""
    with harness.echo_servers() as bare:
        usage = usage_of({"web": bare.pids})
        paces = {}
        for count in workload.tables:
            lanes = Echo.lanes(count, bare.urls)
            pace = paced(lanes, workload.echo_seconds, usage)
            paces[count] = asyncio.run(under_load(lanes, pace))
        lanes = Echo.lanes(workload.closed_tables, bare.urls[:1])
        loop = closed_loop(lanes, workload.echo_seconds, usage)
        return paces, asyncio.run(under_load(lanes, loop))
