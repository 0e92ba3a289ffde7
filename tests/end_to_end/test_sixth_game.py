"""A sixth game is one folder: `examples/pig`, copied into `games/`, is all that a game needs.

It is done in a copy of the project, which is deleted: no other test meets the sixth game.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis")
SUITES = ["tests/games/test_laws.py", "tests/games/test_registry.py", "tests/test_house_rules.py"]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    """The project with Pig in it, as somebody would have it who copied the folder."""
    copy = tmp_path / "project"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    shutil.copytree(ROOT / "examples" / "pig", copy / "games" / "pig")
    shutil.copy(ROOT / "examples" / "test_pig.py", copy / "tests" / "end_to_end")
    yield copy
    shutil.rmtree(copy)


def run(project: Path, *words: str) -> str:
    """pytest in the copy, with servers of its own."""
    mine = ("DATABASE_URL", "REDIS_URL", "PYTEST_", "DJANGO_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(mine)}
    argv = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        *words,
    ]
    ran = subprocess.run(argv, cwd=project, env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    return ran.stdout


def test_pig_keeps_the_laws_and_is_played_in_the_browser(project: Path) -> None:
    told = run(project, *SUITES, "tests/end_to_end/test_pig.py", "-k", "pig")
    assert " passed" in told and "failed" not in told


def test_the_worked_example_is_short() -> None:
    files = [path for path in (ROOT / "examples" / "pig").rglob("*") if path.is_file()]
    lines = sum(len(path.read_text().splitlines()) for path in files if path.suffix != ".pyc")
    assert lines < 200
