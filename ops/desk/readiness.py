"""Readiness probe: asks a web process for `/readyz`, straight at its port, through no proxy.

One behind the desk's load balancer expects the PROXY protocol there.
"""

import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple


class Readiness(NamedTuple):
    status: int  # 0 when nobody answered
    facts: Mapping[str, object]

    @property
    def ready(self) -> bool:
        return self.status == 200

    @property
    def sweep_age(self) -> float | None:
        """Seconds since the clocks were last looked at; None when it was not told."""
        age = self.facts.get("sweep_age")
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
