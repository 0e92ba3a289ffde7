"""Report: figures with their ceilings and aims, as one table."""

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One figure. `ratio` is its share of the ceiling; `met` answers the aim, None without one."""

    part: str
    what: str
    figure: str
    ceiling: str = ""
    ratio: float | None = None
    aim: str = ""
    met: bool | None = None


HEADINGS = ("part", "what", "figure", "ceiling", "ratio", "aim")


def percentile(values: Sequence[float], percent: float) -> float:
    """The nearest rank: a value that was really measured, never one in between."""
    ordered = sorted(values)
    rank = max(1, -(-len(ordered) * percent // 100))
    return ordered[int(rank) - 1]


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def table(rows: Sequence[Row]) -> list[str]:
    """Every row as a line; the last column says whether the aim was met."""
    lines = [HEADINGS, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    right = {2, 3, 4}  # figures stand under each other
    return [
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def _cells(row: Row) -> tuple[str, ...]:
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    mark = {None: "", True: " ✓", False: " ✗ missed"}[row.met]
    return row.part, row.what, row.figure, row.ceiling, ratio, row.aim + mark


def machine() -> str:
    """What the figures were measured on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f} before the run" if hasattr(os, "getloadavg") else ""
    return f"{cores} cores, Python {platform.python_version()}, {platform.system()}{load}"
