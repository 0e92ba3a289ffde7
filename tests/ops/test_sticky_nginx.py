"""The nginx lines of `docs/operations.md`, on a real nginx: a table's requests at one process."""

import re
import shutil
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ops import ROOT
from ops.desk import front
from ops.desk.ports import free_port

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
PAGE = (ROOT / "docs" / "operations.md").read_text()
LINES = re.search(r"```nginx\n(.*?)```", PAGE, re.DOTALL)

ADDRESSES = [
    "/t/{}/",
    "/t/{}/sit/",
    "/ws/table/{}/",
    "/ws/screen/{}/?x=1",
    "/api/v1/tables/{}",
    "/api/v1/tables/{}/ws",
]


def test_nginx_and_the_desk_read_the_same_key() -> None:
    assert LINES and front.TABLE.pattern.replace("<table>", "<table_key>") in LINES[1]


class Web(BaseHTTPRequestHandler):
    """A web process that tells its own port, and what it heard of its client."""

    def do_GET(self) -> None:
        port = self.connection.getsockname()[1]
        body = f"{port} {self.headers.get_all('X-Forwarded-For')}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def webs() -> Iterator[list[ThreadingHTTPServer]]:
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Web) for _ in range(3)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield servers
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def port(webs: list[ThreadingHTTPServer], tmp_path: Path) -> Iterator[int]:
    """nginx with the documented lines; only its address, TLS and the processes' ports are ours."""
    if NGINX is None:
        pytest.skip("nginx is not on this machine")
    folder, port = tmp_path, free_port()
    config = folder / "nginx.conf"
    config.write_text(configuration(folder, port, [web.server_address[1] for web in webs]))
    with (folder / "said").open("w") as said:
        nginx = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(config)], stderr=said)
    try:
        until = time.monotonic() + 10
        while True:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            assert nginx.poll() is None and time.monotonic() < until, (folder / "said").read_text()
            time.sleep(0.02)
        yield port
    finally:
        nginx.terminate()
        nginx.wait(10)


def configuration(folder: Path, port: int, webs: list[int]) -> str:
    assert LINES
    ours = LINES[1].replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    servers = "".join(f"server 127.0.0.1:{web};" for web in webs)
    ours, count = re.subn(r"(?:\s*server 127\.0\.0\.1:\d+;)+", servers, ours)
    assert count == 1
    ours, count = re.subn(r"client_(header|body)_timeout 10s", r"client_\1_timeout 1s", ours)
    assert count == 2  # so that nobody waits for it here
    temporary = "".join(
        f"{name}_temp_path {folder / name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"""
        daemon off; pid {folder / "pid"}; error_log stderr;
        events {{ worker_connections 256; }}
        http {{ access_log off; {temporary} {ours} }}
    """


def ask(port: int, path: str) -> tuple[int, str]:
    line = HTTPConnection("127.0.0.1", port, timeout=10)
    line.request("GET", path, headers={"X-Forwarded-For": "203.0.113.9"})
    web, _, told = line.getresponse().read().decode().partition(" ")
    line.close()
    return int(web), told


def test_all_of_a_table_is_at_one_process_and_tables_spread(port: int) -> None:
    homes = {}
    for number in range(60):
        code = f"K{number:03}XZ"
        answered = {ask(port, address.format(code))[0] for address in ADDRESSES}
        assert len(answered) == 1, code
        homes[code] = answered.pop()
    counts = Counter(homes.values())
    assert len(counts) == 3 and min(counts.values()) >= 6, counts


def test_a_matchs_number_is_a_key_too_and_other_addresses_spread(port: int) -> None:
    moves = ["/match/17/move/", "/api/v1/matches/17/ws", "/api/v1/matches/17/moves"]
    assert len({ask(port, path)[0] for path in moves}) == 1
    assert len({ask(port, "/ws/lobby/")[0] for _ in range(40)}) == 3


def test_the_clients_word_about_its_address_is_not_passed_on(port: int) -> None:
    assert ask(port, "/")[1] == "['127.0.0.1']"


@pytest.mark.parametrize(
    "begun",
    [b"GET /t/K001XZ/ HTTP/1.1\r\nHost: x", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n1"],
)
def test_a_slow_request_is_closed_and_comes_to_no_process(
    port: int, webs: list[ThreadingHTTPServer], monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(Web, "handle", lambda self: heard.append("somebody"))
    with socket.create_connection(("127.0.0.1", port), timeout=30) as slow:
        slow.sendall(begun)
        while slow.recv(4096):
            pass
    assert heard == []


def test_a_dead_processes_tables_go_to_the_others(
    port: int, webs: list[ThreadingHTTPServer]
) -> None:
    codes = [f"K{number:03}XZ" for number in range(30)]
    before = {code: ask(port, f"/t/{code}/")[0] for code in codes}
    webs[0].shutdown()
    webs[0].server_close()
    after = {code: ask(port, f"/t/{code}/")[0] for code in codes}
    dead = webs[0].server_address[1]
    moved = {code for code in codes if after[code] != before[code]}
    assert moved == {code for code in codes if before[code] == dead} and moved
