"""Lock file, for a single instance: the system itself lets go of it when its holder dies."""

import fcntl
import json
import os
from pathlib import Path
from typing import TextIO

from ops.operator_error import OperatorError


def hold(lock: Path, address: str) -> TextIO:
    """The open file is the lock; keep it. A second holder is told where the first one is."""
    file = lock.open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OperatorError(f"Courtyard is already running here{_holder(file)}.") from None
    file.truncate(0)
    file.write(json.dumps({"pid": os.getpid(), "address": address}))
    file.flush()
    return file


def _holder(file: TextIO) -> str:
    file.seek(0)
    try:
        held = json.loads(file.read())
        return f": {held['address']} (process {held['pid']})"
    except (ValueError, KeyError, TypeError):
        return ""
