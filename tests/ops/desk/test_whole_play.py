"""The whole of `make play` with its real processes: open, hurt, close, and go on."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

from ops.desk.ports import free_port
from ops.desk.process import end_leftovers

SECONDS = 120


class Running:
    """One `make play` with two web processes in a folder of its own, its output in a file."""

    def __init__(self, var: Path, port: int) -> None:
        ours = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS"}
        env = {name: value for name, value in os.environ.items() if name not in ours}
        env |= {"VAR_DIR": str(var), "PORT": str(port), "WEB": "2"}
        self.var = var
        self.port = port
        self.shown = var.with_suffix(".out")
        with self.shown.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ops.desk.play"],
                env=env,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait_for(self, words: str) -> str:
        until = time.monotonic() + SECONDS
        while words not in (shown := self.shown.read_text()):
            assert self.process.poll() is None and time.monotonic() < until, shown
            time.sleep(0.1)
        return shown

    def pid(self, name: str) -> int:
        return int(json.loads((self.var / "run" / f"{name}.json").read_text())["pid"])

    def pids(self) -> list[int]:
        return [int(json.loads(file.read_text())["pid"]) for file in self.records()]

    def records(self) -> list[Path]:
        return list((self.var / "run").glob("*.json"))

    def answers(self, path: str) -> bool:
        with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return bool(answer.status == 200)


@pytest.fixture
def folder():
    """Open to the database's user, so that everything stays in here and goes with it."""
    folder = Path(tempfile.mkdtemp(prefix="courtyard-play-"))
    folder.chmod(0o711)
    yield folder
    end_leftovers(folder / "var" / "run")
    shutil.rmtree(folder)


@pytest.fixture
def play(folder):
    var, port, started = folder / "var", free_port(), []

    def start() -> Running:
        started.append(Running(var, port))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.process.send_signal(signal.SIGTERM)
            running.process.wait(60)


def stop(running: Running) -> None:
    """Ctrl-C: all is ended in order, and nothing stays behind."""
    kept = running.pids()
    running.process.send_signal(signal.SIGINT)
    assert running.process.wait(60) == 0
    assert "Everything is kept" in running.shown.read_text()
    assert running.records() == []
    assert not any(psutil.pid_exists(pid) for pid in kept)


def test_it_opens_gets_over_deaths_closes_and_goes_on(play):
    # Stopped while it makes the tables and collects the files: the next start does both.
    hasty = play()
    hasty.wait_for("Looking for changes · files and tables")
    stop(hasty)

    first = play()
    shown = first.wait_for("Courtyard is open")
    assert "Looking for changes · files and tables" in shown
    assert re.search(r"password: \S{10,}", shown)
    assert first.answers("/") and first.answers("/readyz")

    for name in ["timers", "valkey", "web-2"]:
        os.kill(first.pid(name), signal.SIGKILL)
        first.wait_for(f"{name} started again")

    # Killed without a chance to clean up: the next start finds and ends what it left.
    left = first.pids()
    first.process.kill()
    first.process.wait()
    assert len(left) == 10 and all(psutil.pid_exists(pid) for pid in left)

    second = play()
    shown = second.wait_for("Courtyard is open")
    assert "ended what an earlier start left" in shown
    assert "password:" not in shown, "the admin is made once"
    assert "Looking for changes · none" in shown
    assert not any(psutil.pid_exists(pid) for pid in left)
    assert second.answers("/")
    stop(second)
