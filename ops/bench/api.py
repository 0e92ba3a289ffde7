"""JSON at live tables: four programs at each, moves up and views down, every move on disk first.

Beside them boardgame.io plays as many matches of its own, in memory, driven in the same way.
"""

import asyncio
from collections.abc import Callable, Iterator

from games.engine.contract import Rules
from ops.bench import boardgame
from ops.bench.doors import JsonDoor
from ops.bench.harness import Harness
from ops.bench.live_tables import SOCKETS
from ops.bench.load import Result, closed_loop, paced, under_load
from ops.bench.load_rows import cost_rows, paced_row, rate_row
from ops.bench.report import Row
from ops.bench.scripted_match import measured_game
from ops.bench.workload import Workload
from ops.operator_error import OperatorError

ONE_AIM, TWO_AIM = 1.0, 1.4
"""Times boardgame.io in memory, with one web process and with two."""

PACED_AIM = 10
"""Milliseconds for the p99 at a hundred moves a second."""

CPU_AIM = 1.0
"""Milliseconds of the web process for a move."""

Say = Callable[[str], None]


def measure(harness: Harness, workload: Workload, say: Say) -> Iterator[Row]:
    rules = measured_game(SOCKETS)
    name = rules.INFO.name
    site = harness.running()
    say(f"{name}, one web process")
    one = run_closed(harness, workload, rules, site.urls[:1])
    say(f"{name}, two web processes")
    two = run_closed(harness, workload, rules, site.urls)
    say("boardgame.io")
    others = beside(workload)
    if isinstance(others, str):
        yield Row("api", "boardgame.io in memory, closed loop", f"not measured: {others}")
        others = {}
    for kind, other in others.items():
        yield rate_row("api", f"boardgame.io in memory, {kind}, closed loop", other)
        yield from cost_rows("api", f"boardgame.io, {kind}", other)
    for what, got, aim in [
        ("one web process", one, ONE_AIM),
        ("two web processes", two, TWO_AIM),
    ]:
        yield rate_row("api", f"{name}, {what}, closed loop", got)
        for kind, other in others.items():
            yield compared(f"{name}, {what}, beside {kind}", got, other, aim)
        yield from cost_rows("api", f"{name}, {what}", got, CPU_AIM)
    say(f"{name}, two web processes, not sticky")
    spread = run_closed(harness, workload, rules, site.urls, stick=False)
    yield rate_row("api", f"{name}, two web processes, not sticky, closed loop", spread)
    say(f"{name}, paced")
    tables = harness.stock.take(rules.INFO.key, workload.tables[-1], int(workload.live_seconds))
    lanes = JsonDoor.lanes(tables, site.urls)
    pace = paced(lanes, workload.live_seconds, harness.usage())
    got = asyncio.run(under_load(lanes, pace))
    yield paced_row("api", f"{name}, {len(tables)} tables × 1 move/s", got, aim=PACED_AIM)


def run_closed(
    harness: Harness, workload: Workload, rules: Rules, urls: list[str], *, stick: bool = True
) -> Result:
    tables = harness.stock.take(rules.INFO.key, workload.closed_tables, workload.closed_moves)
    lanes = JsonDoor.lanes(tables, urls, stick)
    loop = closed_loop(lanes, workload.closed_seconds, harness.usage())
    return asyncio.run(under_load(lanes, loop))


def beside(workload: Workload) -> dict[str, Result] | str:
    """boardgame.io under the same load, or why not."""
    try:
        return boardgame.most_moves(workload.closed_tables, workload.closed_seconds)
    except OperatorError as error:
        return str(error)


def compared(what: str, got: Result, other: Result, aim: float) -> Row:
    ratio = got.rate / other.rate
    beside = f"{other.rate:.0f} boardgame.io/s"
    return rate_row("api", what, got, beside, ratio, f"≥ {aim} × boardgame.io", ratio >= aim)
