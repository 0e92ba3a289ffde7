"""Readiness probe: asks a web process for `/readyz`, straight at its port, through no proxy.

One behind the desk's load balancer expects the PROXY protocol there.
"""

import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple


class Readiness(NamedTuple):
    status: int  # 0: nobody answered
    facts: Mapping[str, object]

    @property
    def playable(self) -> bool:
        """The process is well, and so is everything it stands on."""
        return self.facts.get("playable") is True

    @property
    def sweep_age(self) -> float | None:
        """Seconds since the clocks were last looked at; None when it was not told."""
        house = self.facts.get("house")
        age = house.get("sweep_age") if isinstance(house, dict) else None
        return float(age) if isinstance(age, int | float) else None


def ask(host: str, port: int, timeout: float = 3, *, behind_front: bool = False) -> Readiness:
    connection = HTTPConnection(host, port, timeout=timeout)
    try:
        if behind_front:
            connection.connect()
            connection.sock.sendall(b"PROXY TCP4 127.0.0.1 127.0.0.1 0 0\r\n")
        connection.request("GET", "/readyz", headers={"Accept": "application/json"})
        answer = connection.getresponse()
        body = answer.read(65536)
    except (OSError, HTTPException):
        return Readiness(0, {})
    finally:
        connection.close()
    try:
        facts = json.loads(body)
    except ValueError:
        facts = {}
    return Readiness(answer.status, facts if isinstance(facts, dict) else {})
