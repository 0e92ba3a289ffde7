"""`python -m ops.bench [--quick | --tiny] [part …]`: all parts, or these.

The whole run takes less than ten minutes, `--quick` a few; `--tiny` only shows that it works.
It speaks to this machine alone, on servers of its own that are gone afterwards; boardgame.io, which
is measured beside us, is fetched from npm for the run. The figures are kept in var/bench.json.
"""

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from ops import ROOT
from ops.bench import history
from ops.bench.harness import open_harness
from ops.bench.report import Row, machine, table
from ops.bench.workload import FULL, QUICK, TINY, Workload
from ops.operator_error import run_command
from ops.progress import Progress, Step


@dataclass(frozen=True)
class Part:
    """A module of this package: its `measure` is given these by name, and yields rows."""

    name: str
    takes: tuple[str, ...] = ("workload",)
    servers: bool = True
    """It needs the database and Redis; its module is read when Django is set up."""

    def measure(self, given: dict[str, Any]) -> Iterator[Row]:
        module = import_module(f"ops.bench.{self.name}")
        rows: Iterator[Row] = module.measure(**{name: given[name] for name in self.takes})
        return rows


PARTS = {
    part.name: part
    for part in [
        Part("engine", servers=False),
        Part("contests", servers=False),
        Part("service"),
        Part("pushes"),
        Part("live", ("harness", "workload", "say")),
        Part("api", ("harness", "workload", "say")),
        Part("storm", ("harness", "workload", "say")),
        Part("idle", ("harness", "workload", "say")),
        Part("lobby", ("harness", "workload")),
        Part("feel", ("harness", "workload", "say")),
        Part("arriving", ("harness", "workload", "say")),
        Part("sweep", ("harness", "workload")),
        Part("archive", ("workload", "say")),  # the last, for it fills the database
    ]
}


def main(arguments: Sequence[str]) -> int:
    chosen = parse(arguments)
    signal.signal(signal.SIGTERM, _as_interrupt)
    started = time.monotonic()
    progress = Progress()
    on = machine()
    progress.say(str(on))
    names = [name for name in PARTS if name in (chosen.parts or PARTS)]
    rows = run([PARTS[name] for name in names], chosen.workload, progress)
    seconds = time.monotonic() - started
    before = history.read(chosen.out)
    progress.say(f"\n{on}; {seconds:.0f} s in all")
    for line in table(rows, history.changes(rows, before, chosen.workload.name)):
        progress.say(line)
    history.write(chosen.out, history.entry(rows, on, chosen.workload.name, seconds), before)
    progress.say(f"Kept in {chosen.out}.")
    return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    # An empty choice is all of them; argparse wants to see it among the choices.
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="part")
    parser.add_argument("--quick", dest="workload", action="store_const", const=QUICK, default=FULL)
    parser.add_argument("--tiny", dest="workload", action="store_const", const=TINY)
    parser.add_argument("--idle", type=int, metavar="N", help="open N idle pages")
    parser.add_argument(
        "--feel", type=int, metavar="N", help="play N seconds of each match, or to its end"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "bench.json")
    chosen = parser.parse_args(arguments)
    if chosen.idle:
        chosen.workload = replace(chosen.workload, idle_sockets=chosen.idle)
    if chosen.feel:
        chosen.workload = replace(chosen.workload, feel_seconds=chosen.feel)
    return chosen


def run(parts: Sequence[Part], workload: Workload, progress: Progress) -> list[Row]:
    rows: list[Row] = []
    given: dict[str, Any] = {"workload": workload}
    with ExitStack() as stack:
        for part in parts:
            if part.servers and "harness" not in given:
                with progress.step("Servers"):
                    given["harness"] = stack.enter_context(open_harness())
            if "harness" in given and "harness" not in part.takes:
                given["harness"].rest()  # what runs beside it would be measured too
            with progress.step(part.name.capitalize()) as step:
                rows += collect(part.measure({**given, "say": saying(step)}), step)
    return rows


def saying(step: Step) -> Callable[[str], None]:
    return lambda words: doing(step, words)


def collect(rows: Iterable[Row], step: Step) -> list[Row]:
    """Each row is told as soon as it is measured."""
    collected = []
    for row in rows:
        doing(step, f"{row.what}: {row.figure}")
        collected.append(row)
    return collected


def doing(step: Step, words: str) -> None:
    step.doing = words
    if not step.progress.lively:
        step.progress.say(f"  {words}")


def _as_interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(run_command(lambda: main(sys.argv[1:])))
