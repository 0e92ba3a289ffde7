"""The bill of materials is of the locks; the vulnerability check fails, passes, or cannot tell."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from ops import sbom, vulnerabilities
from ops.desk.ports import free_port


def test_the_bill_names_all_that_is_locked_and_nothing_twice() -> None:
    bill = sbom.bill(found := sbom.components())
    named = {(each["name"], each["version"]): each for each in bill["components"]}
    assert len(named) == len(bill["components"]) == len(found) > 100
    locked = sbom.RUNS.read_text().splitlines()
    pins = {line.split(" ")[0] for line in locked if "==" in line and not line.startswith(" ")}
    required = [each for each in bill["components"] if each["scope"] == "required"]
    assert len(required) == len(pins) > 30
    assert all(len(hash_["content"]) == 64 for each in required for hash_ in each["hashes"])
    assert all(each["hashes"] for each in required)


def test_the_bill_knows_who_needs_whom() -> None:
    bill = sbom.bill(sbom.components())
    needs = {each["ref"].split("@")[0]: each["dependsOn"] for each in bill["dependencies"]}
    assert any(on.startswith("pkg:pypi/kombu@") for on in needs["pkg:pypi/celery"])
    known = {each["bom-ref"] for each in bill["components"]}
    assert all(on in known for each in bill["dependencies"] for on in each["dependsOn"])


def test_the_same_locks_give_the_same_bill() -> None:
    assert sbom.bill(sbom.components()) == sbom.bill(sbom.components())


class Database(BaseHTTPRequestHandler):
    """Answers as OSV does; `known` are the packages it knows something against."""

    known: dict[str, str] = {}
    broken = False

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        found = [self.known.get(query["package"]["purl"].split("@")[0]) for query in asked]
        results = [{"vulns": [{"id": each}]} if each else {} for each in found]
        body = b"<html>" if self.broken else json.dumps({"results": results}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def database() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Database)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("known", "accepted", "code", "said"),
    [
        ({}, {}, 0, "0 vulnerabilities in what runs the site"),
        ({"pkg:pypi/django": "OSV-1"}, {}, 1, "OSV-1 pkg:pypi/django@"),
        ({"pkg:pypi/django": "OSV-1"}, {"OSV-1": "not used"}, 0, "accepted, not used"),
        ({"pkg:pypi/pytest": "OSV-2"}, {}, 0, "only develops it"),
    ],
)
def test_what_is_known_is_told(
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Any,
    known: Any,
    accepted: Any,
    code: int,
    said: str,
) -> None:
    monkeypatch.setattr(Database, "known", known)
    monkeypatch.setattr(vulnerabilities, "ACCEPTED", accepted)
    assert vulnerabilities.main([database]) == code
    assert said in capsys.readouterr().out


def test_without_a_database_it_says_so_and_passes(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(Database, "broken", True)
    for address in (database, f"http://127.0.0.1:{free_port()}/"):
        assert vulnerabilities.main([address]) == 0
        assert "Not checked" in capsys.readouterr().out
