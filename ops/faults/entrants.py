"""Entrants of a faults run: programs in an arena, which go from table to table as they are called.

So the sweep of series, its pods and its standings are under the same faults as everything else.
"""

import json
from typing import Any

from ops.faults.players import Program


class Called(ConnectionError):
    """The match is over: its table is left, and the next one asked for."""


class Entrant(Program):
    def __init__(self, *args: Any, secret: str, series: str) -> None:
        super().__init__(*args, secret=secret)
        self.series = series

    def arrive(self) -> None:
        path = f"/api/v1/series/{self.series}"
        status, text = self._ask(path, "", "application/json", method="GET")
        table = json.loads(text).get("table") if status == 200 else None
        if not table:
            raise Called
        self.code, self.status = table, ""
        self._ask(*self.ready_request())

    def read(self, text: str) -> None:
        super().read(text)
        if self.status not in {"", "running"}:
            raise Called
