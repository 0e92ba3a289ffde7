"""Operator errors: what went wrong in one sentence; the traceback goes into a file.

Standard library only: the environment is made before any package is there.
"""

import errno
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from ops import ROOT

DETAILS = ROOT / "var" / "log" / "details.log"
FULL_DISK = "The disk is full: free some space, then start again. Nothing saved so far is lost."


class OperatorError(Exception):
    """Something the person at the keyboard can put right; the message says how."""


def sentence_for(error: BaseException) -> str | None:
    """The sentence for an error of the machine, or None when the fault is in the program."""
    if isinstance(error, OperatorError):
        return str(error)
    if not isinstance(error, OSError):
        return None
    where = error.filename or "a file of the project"
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return FULL_DISK
        case errno.EACCES | errno.EPERM:
            return f"Permission is missing for {where}: give this user the right to use it."
        case errno.EROFS:
            return f"{where} is on a read-only disk: use a folder that can be written to."
        case errno.ENOTDIR | errno.EEXIST:
            return f"{where} is in the way: a folder is needed there."
        case errno.EMFILE | errno.ENFILE:
            return "Too many files are open on this machine: close some programs, then try again."
        case errno.ENOMEM | errno.EAGAIN:
            return "The machine has no memory or processes left: close some programs, try again."
    return None


def sentence_in(output: str) -> str | None:
    """The same sentences, recognised in what another program printed."""
    return FULL_DISK if "No space left on device" in output else None


def last_line(output: str) -> str:
    """The last line that says something: what a failing program died of."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it printed nothing"


def run_command(main: Callable[[], int], details: Path = DETAILS) -> int:
    """Run a command; whatever goes wrong becomes one sentence and exit code 1."""
    try:
        return main()
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    except Exception as error:
        sentence = sentence_for(error)
        kept = keep_details(details)
        if sentence is None:
            sentence = f"Something unexpected happened ({type(error).__name__}: {error})."
            if kept:
                sentence += f" The details are in {details}."
        print(f"\n{sentence}", file=sys.stderr)
        return 1


def keep_details(details: Path) -> bool:
    """Write the traceback down; a disk that refuses even that must not hide the sentence."""
    try:
        details.parent.mkdir(parents=True, exist_ok=True)
        with details.open("a", encoding="utf-8") as file:
            file.write(f"\n{datetime.now().isoformat(timespec='seconds')}\n")
            traceback.print_exc(file=file)
    except OSError:
        return False
    return True
