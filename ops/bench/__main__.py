"""`python -m ops.bench [--quick | --tiny] [part …]`: all parts, or these.

The parts: engine, contests, service, live, memory, lobby, sweep, archive. The whole run takes some
minutes, `--quick` about one; `--tiny` only shows that it works.
It speaks to this machine alone, on servers of its own that are gone afterwards.
"""

import argparse
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from types import FrameType

from ops.bench import contests, engine
from ops.bench.harness import Harness, open_harness
from ops.bench.report import Row, machine, table
from ops.bench.workload import FULL, QUICK, TINY, Workload
from ops.operator_error import run_command
from ops.progress import Progress, Step

PARTS = ("engine", "contests", "service", "live", "memory", "lobby", "sweep", "archive")


def main(arguments: Sequence[str]) -> int:
    chosen = parse(arguments)
    signal.signal(signal.SIGTERM, _as_interrupt)
    started = time.monotonic()
    progress = Progress()
    on = machine()
    progress.say(on)
    rows = run(chosen.parts or PARTS, chosen.workload, progress)
    progress.say(f"\n{on}; {time.monotonic() - started:.0f} s in all")
    for line in table(rows):
        progress.say(line)
    return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    # An empty choice is all of them; argparse wants to see it among the choices.
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="part")
    parser.add_argument("--quick", dest="workload", action="store_const", const=QUICK, default=FULL)
    parser.add_argument("--tiny", dest="workload", action="store_const", const=TINY)
    return parser.parse_args(arguments)


def run(parts: Sequence[str], workload: Workload, progress: Progress) -> list[Row]:
    rows: list[Row] = []
    if "engine" in parts:
        with progress.step("Engine") as step:
            rows += collect(engine.measure(workload), step)
    if "contests" in parts:
        with progress.step("Contests") as step:
            rows += collect(contests.measure(workload), step)
    if set(parts) - {"engine", "contests"}:
        with ExitStack() as stack:
            with progress.step("Servers"):
                harness = stack.enter_context(open_harness())
            rows += on_servers(harness, parts, workload, progress)
    return rows


def on_servers(
    harness: Harness, parts: Sequence[str], workload: Workload, progress: Progress
) -> list[Row]:
    """These modules know Django's models, so they are read when Django is set up."""
    from ops.bench import archive, live, lobby, memory, service, sweep

    rows: list[Row] = []
    if "service" in parts:
        with progress.step("Service") as step:
            rows += collect(service.measure(workload), step)
    if "live" in parts:
        with progress.step("Live") as step:
            rows += collect(live.measure(harness, workload, lambda words: doing(step, words)), step)
    if "memory" in parts:
        with progress.step("Memory") as step:
            rows += collect(memory.measure(harness, workload), step)
    if "lobby" in parts:
        with progress.step("Lobby") as step:
            rows += collect(lobby.measure(harness, workload), step)
    if "sweep" in parts:
        with progress.step("Sweep") as step:
            rows += collect(sweep.measure(harness, workload), step)
    if "archive" in parts:
        # The last, for it fills the database.
        with progress.step("Archive") as step:
            rows += collect(archive.measure(workload, lambda words: doing(step, words)), step)
    return rows


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
