"""Cleanup, `make clean`: removes the environment and all state, the database too. Asks first.

Standard library only: there may be no environment.
"""

import fcntl
import shutil
import sys
from pathlib import Path

from ops import ROOT
from ops.operator_error import OperatorError, run_command

MADE = [
    ".venv",
    "var",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".import_linter_cache",
    ".hypothesis",
]


def main() -> int:
    _require_stopped(ROOT / "var" / "run" / "lock")
    folders = [ROOT / name for name in MADE if (ROOT / name).exists()]
    note = ROOT / "var" / "elsewhere"
    if note.exists():
        folders.append(Path(note.read_text().strip()))
    if not folders:
        print("Nothing to remove.")
        return 0
    print("This removes for good, with every account and match in it:")
    for folder in folders:
        print(f"  {folder}")
    try:
        answer = input("Type 'yes' to do it: ")
    except EOFError:
        answer = ""
    if answer.strip() != "yes":
        print("Nothing was removed.")
        return 0
    for folder in folders:
        shutil.rmtree(folder)
    print("Removed.")
    return 0


def _require_stopped(lock: Path) -> None:
    if not lock.exists():
        return
    with lock.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperatorError("Courtyard is running: stop it first.") from None


if __name__ == "__main__":
    sys.exit(run_command(main))
