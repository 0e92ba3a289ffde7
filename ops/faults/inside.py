"""Launcher of a process of the site in a faults run: `python -m ops.faults.inside daphne …`.

It makes the clock of this process jump, and seeds a bug, when the run says so by its environment;
then it becomes the program it was asked for. The site itself knows of neither: whoever starts it in
the usual way may set these variables as they like.
"""

import os
import runpy
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

RUN = "FAULTS_RUN"
"""Names the folder of the run; without it nothing here is allowed."""
BUG = "FAULTS_BUG"
CLOCK = "clock-"
"""A file `clock-<process>` in the run's folder holds the seconds by which its clock is off."""


def main() -> None:
    program = sys.argv[1]
    folder = os.environ.get(RUN, "")
    if not (folder and (Path(folder) / "faults").exists()):
        raise SystemExit("This launcher is for `make faults` alone.")
    jump_clock(Path(folder) / f"{CLOCK}{os.environ['FAULTS_PART']}")
    if bug := os.environ.get(BUG):
        from ops.faults.seeded_bugs import BUGS

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
        BUGS[bug]()
    sys.argv = sys.argv[1:]
    runpy.run_module(program, run_name="__main__", alter_sys=True)


def jump_clock(file: Path) -> None:
    """What this process takes for the time of day; the monotonic clock never jumps."""
    off, looked = 0.0, 0.0
    true_time = time.time

    def offset() -> float:
        nonlocal off, looked
        if time.monotonic() - looked > 0.2:
            looked = time.monotonic()
            try:
                off = float(file.read_text())
            except (OSError, ValueError):
                off = 0.0
        return off

    class JumpingDatetime(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return datetime.now(tz) + timedelta(seconds=offset())

    time.time = lambda: true_time() + offset()
    import celery.worker.request
    from django.utils import timezone

    celery.worker.request.datetime = JumpingDatetime  # which looks whether a task has expired
    true_now: Callable[[], datetime] = timezone.now
    timezone.now = lambda: true_now() + timedelta(seconds=offset())


if __name__ == "__main__":
    main()
