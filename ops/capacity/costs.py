"""Measured costs of a move, a page, a viewer and a match.

What `make bench` measures is read from `var/bench.json`; whatever is not there keeps the figure
that stands here, as measured on the machine that `docs/capacity.md` names.
"""

import json
import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

PAGES = 4
"""Pages at each table of the bench; `Costs.move` is for so many."""


@dataclass(frozen=True)
class Costs:
    """Milliseconds of one core, unless a name says otherwise."""

    move: float = 4.9
    """The web process, for a move of a page, from the message to the last of four pages."""
    program_move: float = 0.71
    """The same for a program's move and four programs."""
    judge: float = 0.5
    """The part of a move before it goes to the database."""
    viewer: float = 0.08
    """The web process, for each further page that shows the move."""
    read: float = 2.0
    """A web process that hears of another's move: a query, decoding."""
    statement: float = 0.35
    """PostgreSQL, for a statement that stores moves."""
    store: float = 0.1
    """PostgreSQL, for each move in it."""
    flush: float = 0.8
    """Milliseconds, not CPU: what is committed comes to the disk."""
    beside: float = 0.15
    """Redis and the workers, for a move."""
    generator: float = 0.1
    """The load generator of the bench, for a move."""
    idle: float = 0.07
    """The web process, per second, for a page that is merely open."""
    page_kib: float = 52
    """Memory of the web process for an open page."""
    process_mib: float = 131
    """Memory of a web process with no page open."""
    push_bytes: float = 3300
    event_bytes: float = 450
    """In PostgreSQL, indexes included, for each move that is kept."""
    match_bytes: float = 4500
    """In PostgreSQL, for a match without its moves: its row, seats, table and chairs."""
    wal_bytes: float = 2300
    """Write-ahead log for a move."""
    match_moves: float = 100


Row = dict[str, Any]
Measured = tuple[float, float, float]
"""p50, p95 and p99, in milliseconds."""


def read(path: Path) -> Costs:
    """The newest figures of each kind, over those that stand in this file."""
    rows = list(rows_of(path))
    found: dict[str, float] = {}
    for name, reader in READERS.items():
        values = [value for value in map(reader, rows) if value is not None]
        if values:
            found[name] = statistics.mean(values)
    return replace(Costs(), **found)


def points(path: Path) -> dict[int, Measured]:
    """Latencies of pages at a steady pace, by the number of tables; the mean over the games."""
    found: dict[int, list[Measured]] = {}
    for row in rows_of(path):
        named = re.search(r"(\d+) tables × 1 move/s, move to last", row["what"])
        if row["part"] == "live" and named and len(row["numbers"]) >= 4:
            found.setdefault(int(named[1]), []).append(tuple(row["numbers"][:3]))
    return {
        tables: (mean([m[0] for m in all]), mean([m[1] for m in all]), mean([m[2] for m in all]))
        for tables, all in found.items()
    }


def mean(values: Sequence[float]) -> float:
    return round(statistics.mean(values), 1)


def rows_of(path: Path) -> Iterator[Row]:
    """Every row once, from the newest run that has it; none if there is no such file."""
    try:
        runs = json.loads(path.read_text())["runs"]
        known: set[tuple[str, str]] = set()
        for run in runs:
            for row in run["rows"]:
                if (key := (row["part"], row["what"])) not in known:
                    known.add(key)
                    yield {**row, "numbers": [float(number) for number in row["numbers"]]}
    except (OSError, ValueError, KeyError, TypeError):
        return


# ---- Where a figure stands in a row --------------------------------------------------------------

Reader = Callable[[Row], float | None]


def cpu(part: str, *processes: str) -> Reader:
    """Of "…, one web process, CPU of a move: web, postgres, …": the sum for these processes."""

    def read(row: Row) -> float | None:
        what, _, names = row["what"].partition(", CPU of a move: ")
        by_name = dict(zip(names.split(", "), row["numbers"], strict=False))
        if row["part"] != part or "one web process" not in what or "web" not in by_name:
            return None
        return sum(by_name.get(process, 0.0) for process in processes)

    return read


def number(part: str, pattern: str, of: Callable[[re.Match[str], list[float]], float]) -> Reader:
    def read(row: Row) -> float | None:
        found = re.search(pattern, row["what"])
        try:
            return of(found, row["numbers"]) if row["part"] == part and found else None
        except (IndexError, ZeroDivisionError):
            return None

    return read


READERS: dict[str, Reader] = {
    "move": cpu("live", "web"),
    "program_move": cpu("api", "web"),
    "beside": cpu("live", "valkey", "workers"),
    "generator": cpu("live", "generator"),
    "push_bytes": number("live", r"bytes of a push", lambda found, figures: figures[0]),
    "page_kib": number("idle", r"^memory of an idle page", lambda found, figures: figures[0]),
    "idle": number(
        "idle",
        r"^share of a core with none / (\d+) idle pages",
        # Both are percentages of a core.
        lambda found, figures: (figures[1] - figures[0]) * 10 / int(found[1]),
    ),
}
