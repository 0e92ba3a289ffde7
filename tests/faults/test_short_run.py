"""A short faults run: real processes die and stand still while people play, and nothing is lost.

`make faults` is the long one. Four seeded bugs turn its checker red: `test_checker.py` has what
they leave behind, and `--bug` runs them.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ops import ROOT
from ops.faults.seeded_bugs import BUGS

DROPPED = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS"}


def own_environment(**more: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in DROPPED} | more


def test_every_promise_holds_under_faults(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ops.faults", "--short", "--seed", "9"],
        cwd=ROOT,
        env=own_environment(TMPDIR=str(tmp_path)),  # where its evidence stays
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=400,
    )
    print(done.stdout)
    assert done.returncode == 0 and "held" in done.stdout


@pytest.mark.parametrize("bug", ["", *BUGS])
def test_a_bug_cannot_be_switched_on_outside_of_a_run(bug: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ops.faults.inside", "celery"],
        cwd=ROOT,
        env=own_environment(FAULTS_BUG=bug, FAULTS_PART="timers"),
        text=True,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 1 and "`make faults` alone" in done.stderr
