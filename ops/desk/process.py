"""Child processes, each in a group of its own: started, watched, stopped, and found again.

A child is recorded in a small file while it lives, so that the next start recognises what a
crashed one left behind. Only a process that carries our mark in its environment is ever ended.
"""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

MARK = "COURTYARD_RUN"
KEPT_LOG = 5_000_000  # bytes; a longer log is put aside at the next start

Sink = Callable[[str, str], None]


class Process:
    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        *,
        run: Path,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path | str | None = None,
        sink: Sink | None = None,
        extra: Mapping[str, Any] | None = None,
        ending: int = signal.SIGTERM,
    ) -> None:
        """`run` is the folder of records, `log` the file all output goes to, `sink` hears it too;
        `ending` is the signal that asks this program for an orderly end."""
        self.name = name
        self.ending = ending
        self.argv = list(argv)
        self.log = log
        self.sink = sink
        self._record = run / f"{name}.json"
        self.environment = {**(os.environ if env is None else env), MARK: str(run)}
        self._cwd = cwd
        self._extra = dict(extra or {})
        self._child: subprocess.Popen[bytes] | None = None
        self._pump: threading.Thread | None = None
        self._buried = False

    @property
    def pid(self) -> int:
        return self._child.pid if self._child else 0

    @property
    def alive(self) -> bool:
        return self._child is not None and self._child.poll() is None

    @property
    def code(self) -> int | None:
        """How it ended: the exit code, or minus the signal."""
        return self._child.poll() if self._child else None

    def start(self) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.log.exists() and self.log.stat().st_size > KEPT_LOG:
            self.log.replace(self.log.with_suffix(".old.log"))
        with self.log.open("ab") as log:
            self._child = subprocess.Popen(
                self.argv,
                env=self.environment,
                cwd=self._cwd,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if self.sink else log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                **self._extra,
            )
        self._record.parent.mkdir(parents=True, exist_ok=True)
        self._buried = False
        record = {"pid": self.pid, "at": time.time(), "ending": int(self.ending)}
        self._record.write_text(json.dumps(record))
        if self.sink:
            self._pump = threading.Thread(target=self._listen, daemon=True)
            self._pump.start()

    def wait(self, seconds: float) -> bool:
        """Whether it has ended within this time."""
        if self._child is None:
            return True
        try:
            self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def send(self, number: int) -> None:
        """A signal to the process itself, not to its children: how an orderly end begins."""
        if self._child is not None and self._child.poll() is None:
            self._child.send_signal(number)

    def kill(self, number: int = signal.SIGKILL) -> None:
        """A signal to the whole group, at once."""
        if self._child is None or self._buried:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, number)
        if number == signal.SIGKILL:
            self._buried = self.wait(5)  # its number may soon be somebody else's

    def stop(self, patience: float = 10, hurry: threading.Event | None = None) -> bool:
        """Ask, wait, and only then insist. True when asking was enough."""
        self.send(self.ending)
        until = time.monotonic() + patience
        while not (asked := self.wait(0.1)) and time.monotonic() < until:
            if hurry is not None and hurry.is_set():
                break
        self.kill()  # whatever of the group outlived its leader
        if self._pump:
            self._pump.join(2)
        self._record.unlink(missing_ok=True)
        return asked

    def output(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def _listen(self) -> None:
        child = self._child
        assert child is not None and child.stdout is not None and self.sink is not None
        with self.log.open("ab", buffering=0) as log, child.stdout as stream:
            for line in stream:
                with suppress(OSError):  # a full disk must not block the child on its own output
                    log.write(line)
                self.sink(self.name, line.decode(errors="replace").rstrip())


def end_leftovers(run: Path) -> list[str]:
    """End what an earlier, crashed start recorded and left running; the names that were ended."""
    ended = []
    for name, record in _records(run):
        leader = int(record["pid"])
        family = [process for process in psutil.process_iter() if _is_ours(process, leader, run)]
        if family:
            ended.append(name)
            _end(family, leader, int(record["ending"]))
        (run / f"{name}.json").unlink(missing_ok=True)
    return ended


def _records(run: Path) -> list[tuple[str, dict[str, float]]]:
    """The last started comes first: the servers are needed until the others are gone."""
    records = []
    for file in run.glob("*.json"):
        try:
            record = json.loads(file.read_text())
            records.append((file.stem, {key: record[key] for key in ["pid", "at", "ending"]}))
        except (ValueError, KeyError, TypeError):
            file.unlink()  # cut short by a crash or a full disk
    return sorted(records, key=lambda entry: -entry[1]["at"])


def _is_ours(process: psutil.Process, leader: int, run: Path) -> bool:
    """In the recorded session and marked by us: a number used again by a stranger is not."""
    try:
        return os.getsid(process.pid) == leader and process.environ().get(MARK) == str(run)
    except (OSError, psutil.Error):
        return False


def _end(family: list[psutil.Process], leader: int, ending: int) -> None:
    """Ask the leader, or everybody when the leader is dead; then insist."""
    asked = [process for process in family if process.pid == leader] or family
    # A worker may hang on its lost output and its work is done again; a database needs its time.
    patience = 5 if ending == signal.SIGTERM else 30
    for processes, number, seconds in [(asked, ending, patience), (family, signal.SIGKILL, 3)]:
        for process in processes:
            with suppress(psutil.Error):
                process.send_signal(number)
        psutil.wait_procs(processes, timeout=seconds)
