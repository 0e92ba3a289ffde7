"""Virtual environment, `make env`: `.venv` as a list of `requirements/` says, hash by hash.

Runs under the system's Python with nothing installed. Does nothing when all is as it should be;
an environment that was never finished, or is of an older list, is brought up to date in place.
`make play` asks for the list of the desk only, and is content with the longer one of developers.
The grammar of this file is kept old enough for an old Python to read the refusal below.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this is the file that says so
    sys.exit(
        "Courtyard needs Python 3.11 or newer, and this is {}.{}: install a newer one, "
        "or name it with 'make play PYTHON=python3.12'.".format(*sys.version_info)
    )

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from ops import ROOT
from ops.operator_error import FULL_DISK, OperatorError, last_line, run_command
from ops.progress import Progress, Step

NEEDED_SPACE = 900_000_000  # bytes: the packages and pip's working copies of them
STAMP = "courtyard-stamp"


class Environment:
    """One virtual environment, and the list it must match; `longer` lists would do as well."""

    def __init__(self, folder: Path, wanted: Path, log: Path, longer: Sequence[Path] = ()) -> None:
        self.folder = folder
        self.wanted = wanted
        self.log = log
        self.longer = longer
        self.python = folder / "bin" / "python"
        self.stamp = folder / STAMP

    def mark(self, wanted: Path) -> str:
        """What a finished environment carries: some packages are for some Pythons only."""
        return f"{hashlib.sha256(wanted.read_bytes()).hexdigest()} {self._version()}"

    @property
    def current(self) -> bool:
        """The stamp is written last, so a half-finished environment has none."""
        good = map(self.mark, [self.wanted, *self.longer])
        return self.stamp.is_file() and self.stamp.read_text() in good

    def bring_up_to_date(self, step: Step) -> None:
        self.stamp.unlink(missing_ok=True)
        self._require_space()
        if self._version() is None:
            self._make(step)
        step.doing = "installing packages"
        self._install(step)
        self.stamp.write_text(self.mark(self.wanted))

    def _version(self) -> str | None:
        """Of its own Python, if that one starts, is new enough and has pip; else None."""
        question = (
            "import pip, platform, sys; assert sys.version_info >= (3, 11);"
            "print(platform.python_version())"
        )
        try:
            answer = subprocess.run(
                [str(self.python), "-c", question], capture_output=True, text=True
            )
        except OSError:
            return None
        return answer.stdout.strip() if answer.returncode == 0 else None

    def _make(self, step: Step) -> None:
        if find_spec("venv") is None or find_spec("ensurepip") is None:
            raise OperatorError(
                "This Python cannot make environments: install its venv package "
                "(on Debian or Ubuntu: apt install python3-venv)."
            )
        step.doing = "making .venv"
        shutil.rmtree(self.folder, ignore_errors=True)
        self._run([sys.executable, "-m", "venv", str(self.folder)], step)

    def _install(self, step: Step) -> None:
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input"]
        install = ["install", "--require-hashes", "--only-binary=:all:", "-r", str(self.wanted)]
        self._run([*pip, *install, "--progress-bar=off"], step)

    def _run(self, argv: list[str], step: Step) -> None:
        """Every line goes to the log; the name of the package at hand goes to the display."""
        said: list[str] = []
        self.log.parent.mkdir(parents=True, exist_ok=True)
        child = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert child.stdout is not None
        with self.log.open("a", encoding="utf-8") as log, child:
            for line in child.stdout:
                log.write(line)
                said.append(line)
                word = line.split()
                if word[:1] == ["Collecting"]:
                    step.doing = f"fetching {word[1].split('==')[0]}"
                elif line.startswith("Installing collected packages"):
                    step.doing = f"installing {len(word) - 3} packages"
        if child.returncode != 0:
            raise OperatorError(self._why("".join(said)))

    def _why(self, output: str) -> str:
        if "No space left on device" in output:
            return FULL_DISK
        errors = [line for line in output.splitlines() if line.startswith("ERROR:")]
        reason = last_line(errors[0] if errors else output).removeprefix("ERROR: ")
        return (
            f"The packages could not be installed: {reason.rstrip('.')}. "
            f"Is the network there? All of it is in {self.log}; 'make env' tries again."
        )

    def _require_space(self) -> None:
        free = shutil.disk_usage(self.folder.parent).free
        if free < NEEDED_SPACE:
            raise OperatorError(
                f"Only {free // 1_000_000} MB are free on this disk, and the environment needs "
                f"{NEEDED_SPACE // 1_000_000} MB: free some space, then start again."
            )


@contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Two starts at once would install over each other: the second waits for the first."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main(name: str = "dev") -> int:
    environment = Environment(
        ROOT / ".venv",
        ROOT / "requirements" / f"{name}.txt",
        ROOT / "var" / "log" / "env.log",
        longer=[ROOT / "requirements" / "dev.txt"],
    )
    if environment.current:
        return 0
    lock = ROOT / "var" / "run" / "env.lock"
    with only_one(lock), Progress().step("Environment in .venv") as step:
        if not environment.current:
            environment.bring_up_to_date(step)
    return 0


if __name__ == "__main__":
    sys.exit(run_command(lambda: main(*sys.argv[1:])))
