"""Report: figures with their ceilings, aims and changes, as one table."""

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One figure. `ratio` is its share of the ceiling; `met` answers the aim, None without one.

    `part` and `what` name it from run to run; numbers that vary belong into the figure.
    """

    part: str
    what: str
    figure: str
    ceiling: str = ""
    ratio: float | None = None
    aim: str = ""
    met: bool | None = None


@dataclass(frozen=True)
class Machine:
    """What the figures were measured on."""

    cores: int
    python: str
    system: str
    load: float | None
    """Of the last minute before the run: what others did meanwhile spoils the figures."""

    def __str__(self) -> str:
        load = "" if self.load is None else f", load {self.load:.1f} before the run"
        return f"{self.cores} cores, Python {self.python}, {self.system}{load}"


HEADINGS = ("part", "what", "figure", "ceiling", "ratio", "change", "aim")


def percentile(values: Sequence[float], percent: float) -> float:
    """The nearest rank: a value that was really measured, never one in between."""
    ordered = sorted(values)
    rank = max(1, -(-len(ordered) * percent // 100))
    return ordered[int(rank) - 1]


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def table(rows: Sequence[Row], changes: Sequence[str] = ()) -> list[str]:
    """Every row as a line; the last column says whether the aim was met."""
    changed = changes or [""] * len(rows)
    cells = [_cells(row, change) for row, change in zip(rows, changed, strict=True)]
    lines = [HEADINGS, *cells]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    right = {2, 3, 4, 5}  # figures stand under each other
    return [
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def _cells(row: Row, change: str) -> tuple[str, ...]:
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    mark = {None: "", True: " ✓", False: " ✗ missed"}[row.met]
    return row.part, row.what, row.figure, row.ceiling, ratio, change, row.aim + mark


def machine() -> Machine:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    return Machine(cores or 1, platform.python_version(), platform.system(), load)
