"""Scheduling of a shared-out run (`-n 3`): which tests stay together in a worker, and their order.

First faults, then the quick ones with those that mostly wait among them, last the browser's, whose
event loop runs on; of these the long ones first, so that no worker is left with one when the others
are done.
"""

import re
from pathlib import Path
from typing import Any

import pytest

WAITING = ("test_bench.py", "test_whole_play.py", "test_sixth_game.py")
"""They start whole sites of their own and mostly wait: one of them at a time, beside tests that
work."""

LONG = (
    "test_alalab.py", "test_axe.py", "test_coming_and_going.py", "test_match.py", "test_telefon.py",
    "test_thirtyone.py", "test_time.py",
)  # fmt: skip
"""Of the browser's tests: some of theirs take twenty seconds and more."""


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Those that wait are spread evenly over the quick ones."""
    quick = dict.fromkeys(
        item.path for item in items if turn(item) == 1 and item.path.name not in WAITING
    )
    places: dict[Path, float] = {path: place for place, path in enumerate(quick)}

    def place(item: pytest.Item) -> tuple[int, float]:
        if item.path.name in WAITING:
            return 1, (WAITING.index(item.path.name) + 0.5) / len(WAITING) * len(quick)
        return turn(item), places.get(item.path, 0)

    return sorted(items, key=place)


def turn(item: pytest.Item) -> int:
    """Faults come first: their seconds are counted, and there is least company then."""
    if "faults" in item.path.parts:
        return 0
    if "end_to_end" in item.path.parts:
        return 2 if item.path.name in LONG else 3
    return 1


def unit(nodeid: str) -> str:
    """The tests of a file stay together, for they share what it sets up.

    Those of the browser are given out one by one, for their house and their Chromium last as long
    as the worker; the laws game by game, for each game's matches are played once.
    """
    file, _, test = nodeid.partition("::")
    if file.endswith("test_laws.py") and (key := re.search(r"(\w+)\]$", test)):
        return f"{file} {key[1]}"
    if "end_to_end/" in file and not file.endswith("test_time.py"):
        return nodeid
    return file


def scheduler(config: pytest.Config, log: Any) -> Any:
    """Only with xdist at hand."""
    from xdist.scheduler import LoadScopeScheduling

    class ByUnit(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:  # the way that xdist documents for this
            return unit(nodeid)

    return ByUnit(config, log)
