"""Captures on disk: every byte that one player of a faults run was sent, in order.

A record is a line of JSON (time, address, length) and then the bytes. The file is bounded; what
did not fit is counted, and the checker says so.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path

from ops.faults.leaks import Capture

LARGEST = 128 * 2**20


class Recorder:
    """The writing end: one file, one player's thread."""

    def __init__(self, file: Path) -> None:
        self.file, self.dropped = file, 0
        self._records = file.open("wb")

    def keep(self, data: str | bytes, where: str) -> None:
        data = data.encode() if isinstance(data, str) else data
        if self._records.tell() + len(data) > LARGEST:
            self.dropped += 1
            return
        head = json.dumps([time.time(), where, len(data)]).encode()
        self._records.write(head + b"\n" + data)

    def close(self) -> None:
        self._records.close()


def read(file: Path, reader: str) -> Iterator[Capture]:
    """The records of a file that was closed."""
    with file.open("rb") as records:
        while head := records.readline():
            at, where, length = json.loads(head)
            yield Capture(reader, at, records.read(length), where)
