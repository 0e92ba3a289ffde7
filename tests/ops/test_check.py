"""`make test` shares the tests out, and says at the end what failed."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ops import check
from ops.check import Result
from ops.progress import Progress
from tests import scheduling


@pytest.mark.parametrize(("cores", "workers"), [(1, "2"), (2, "3"), (3, "4"), (32, "4")])
def test_the_tests_are_shared_out_over_two_to_four_workers(cores: int, workers: str) -> None:
    words = check.shared_out(cores)
    assert words[words.index("-n") + 1] == workers
    # The browser's tests stay last: no other test then follows them in a worker.
    assert "--no-loadscope-reorder" in words


@pytest.mark.parametrize(("passed", "code", "word"), [(True, 0, "All is well"), (False, 1, "lint")])
def test_one_failure_is_enough(passed: bool, code: int, word: str) -> None:
    said = io.StringIO()
    results = [Result("types", True, 1.0), Result("lint", passed, 1.0)]
    assert check.summary(results, Progress(said)) == code
    assert word in said.getvalue().splitlines()[-1]


@pytest.mark.parametrize(
    ("test", "unit"),
    [
        ("tests/lobby/test_chat.py::test_a[1]", "tests/lobby/test_chat.py"),
        ("tests/games/test_laws.py::test_law[the_same-pig]", "tests/games/test_laws.py pig"),
        ("tests/games/test_laws.py::test_bots[pig]", "tests/games/test_laws.py pig"),
        ("tests/end_to_end/test_match.py::test_a", "tests/end_to_end/test_match.py::test_a"),
        ("tests/end_to_end/test_time.py::test_a", "tests/end_to_end/test_time.py"),
    ],
)
def test_what_stays_together_in_a_worker(test: str, unit: str) -> None:
    assert scheduling.unit(test) == unit


def test_what_mostly_waits_is_spread_over_what_works() -> None:
    paths = [*(f"games/test_{number}.py" for number in range(6)), "end_to_end/test_match.py"]
    waiting = ["end_to_end/test_sixth_game.py", "ops/test_bench.py", "ops/test_whole_play.py"]
    items: Any = [SimpleNamespace(path=Path("tests", path)) for path in (*waiting, *paths)]
    names = [item.path.stem.removeprefix("test_") for item in scheduling.in_order(items)]
    assert names == ["0", "bench", "1", "2", "whole_play", "3", "4", "sixth_game", "5", "match"]
