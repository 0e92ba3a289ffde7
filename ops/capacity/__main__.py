"""`python -m ops.capacity`: how long a move takes under a load, simulated from measured costs.

python -m ops.capacity --tables 100 --webs 2 --cores 2     one load: p50, p95, p99
python -m ops.capacity --check                             beside what the bench measured
python -m ops.capacity --table                             the tables of docs/capacity.md
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

from ops import ROOT
from ops.capacity import costs as measured
from ops.capacity.costs import Costs
from ops.capacity.plan import Plan, plan, simulated
from ops.capacity.simulation import Load, Result, simulate

CROWDS = (1_000, 10_000, 100_000)
BENCH = ROOT / "var" / "bench.json"


def main(arguments: Sequence[str]) -> int:
    chosen = parse(arguments)
    costs = measured.read(chosen.bench)
    if chosen.table:
        lines = [*cost_table(costs), "", *crowd_table(costs), "", *check_table(chosen, costs)]
    elif chosen.check:
        lines = list(check_table(chosen, costs))
    else:
        load = load_of(chosen)
        lines = [in_words(load, simulate(load, costs))]
    print("\n".join(lines))
    return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m ops.capacity",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between moves of a table")
    parser.add_argument("--pages", type=float, default=measured.PAGES, help="open at each table")
    parser.add_argument("--idle-pages", type=int, default=0, help="open elsewhere")
    parser.add_argument("--webs", type=int, default=2)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--scattered", action="store_true", help="tables are not sticky")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bench", type=Path, default=BENCH, help="where the costs were measured")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--table", action="store_true")
    return parser.parse_args(arguments)


def load_of(chosen: argparse.Namespace) -> Load:
    return Load(
        tables=chosen.tables,
        pace=chosen.pace,
        pages=chosen.pages,
        idle_pages=chosen.idle_pages,
        webs=chosen.webs,
        cores=chosen.cores,
        sticky=not chosen.scattered,
        seconds=chosen.seconds,
        seed=chosen.seed,
    )


def in_words(load: Load, result: Result) -> str:
    return (
        f"{load.tables} tables, {load.tables / load.pace:.0f} moves/s, {load.webs} web processes:"
        f" p50/p95/p99 {figures(result)} ms; a web process works {result.web:.0%} of its time,"
        f" {result.batch:.1f} moves a statement"
    )


def figures(result: Result) -> str:
    return "/".join(f"{result.p(percent):.0f}" for percent in (50, 95, 99))


# ---- The tables of docs/capacity.md --------------------------------------------------------------


def cost_table(costs: Costs) -> Iterator[str]:
    yield "| cost | of what | figure |"
    yield "|---|---|---|"
    for field, (what, unit) in zip(fields(Costs), NAMES.values(), strict=True):
        assert field.name in NAMES
        yield f"| `{field.name}` | {what} | {getattr(costs, field.name):,.4g} {unit} |"


NAMES = {
    "move": ("web process, a move of a page shown on four", "ms"),
    "program_move": ("web process, a move of a program heard by four", "ms"),
    "judge": ("the part of a move before it is stored", "ms"),
    "viewer": ("web process, each further page that shows a move", "ms"),
    "read": ("web process that hears of another's move", "ms"),
    "statement": ("PostgreSQL, a statement that stores moves", "ms"),
    "store": ("PostgreSQL, each move in it", "ms"),
    "flush": ("the disk, a flush of the log (waiting, not CPU)", "ms"),
    "beside": ("Redis and the workers, a move", "ms"),
    "generator": ("the bench's own load generator, a move", "ms"),
    "idle": ("web process, an open page, per second", "ms"),
    "page_kib": ("web process, memory of an open page", "KiB"),
    "process_mib": ("memory of a web process without pages", "MiB"),
    "push_bytes": ("a push, mean over the pages of a table", "bytes"),
    "event_bytes": ("PostgreSQL, a move that is kept, with its indexes", "bytes"),
    "match_bytes": ("PostgreSQL, a match without its moves", "bytes"),
    "wal_bytes": ("write-ahead log, a move", "bytes"),
    "match_moves": ("moves of a match (assumed; Forty 40–200, 31 8–90, Telefon 115–450)", ""),
}


def crowd_table(costs: Costs) -> Iterator[str]:
    plans = [plan(people, costs) for people in CROWDS]
    results = [simulated(each, costs, min(60, 20_000 / each.moves + 5)) for each in plans]
    yield "| people at once | " + " | ".join(f"{each.people:,}" for each in plans) + " |"
    yield "|---|" + "---|" * len(plans)
    for what, cells in rows(plans, results):
        yield f"| {what} | " + " | ".join(cells) + " |"


def rows(plans: Sequence[Plan], results: Sequence[Result]) -> Iterator[tuple[str, list[str]]]:
    yield "tables being played", [f"{each.tables:,}" for each in plans]
    yield "moves a second", [f"{each.moves:,.0f}" for each in plans]
    yield "cores of work in web processes", [f"{each.web_cores:.1f}" for each in plans]
    yield "web processes, at 60 % of a core", [f"{each.webs}" for each in plans]
    yield "their memory", [f"{each.memory_gib:.1f} GiB" for each in plans]
    yield "cores of PostgreSQL, at 50 %", [f"{max(1, each.database_cores):.0f}" for each in plans]
    yield "write-ahead log", [f"{each.wal_mb:.1f} MB/s" for each in plans]
    yield "kept in PostgreSQL", [f"{each.kept_gb:.1f} GB a day" for each in plans]
    yield "sent to pages", [f"{each.down_mbit:,.0f} Mbit/s" for each in plans]
    yield (
        "connections of all processes",
        [f"{each.connections:,}{', PgBouncer' if each.pgbouncer else ''}" for each in plans],
    )
    yield "simulated p50/p95/p99 of a move", [f"{figures(each)} ms" for each in results]


def check_table(chosen: argparse.Namespace, costs: Costs) -> Iterator[str]:
    """The loads that the bench has measured, on its two cores, its generator included."""
    points = measured.points(chosen.bench)
    if not points:
        yield f"Nothing to compare with: {chosen.bench} has no paced tables. 'make bench' fills it."
        return
    yield "| tables × 1 move/s, two web processes | measured p50/p95/p99 | simulated | p50 off by |"
    yield "|---|---|---|---|"
    for tables, found in sorted(points.items()):
        result = simulate(
            Load(tables=tables, poisson=False, generated_here=True, seed=chosen.seed), costs
        )
        measured_words = "/".join(f"{figure:.0f}" for figure in found)
        off = result.p(50) / found[0] - 1
        yield f"| {tables} | {measured_words} ms | {figures(result)} ms | {off:+.0%} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
