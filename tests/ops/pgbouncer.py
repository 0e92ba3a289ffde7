"""A PgBouncer with the lines of `docs/operations.md`, before the PostgreSQL of the tests."""

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from ops import ROOT
from ops.desk.ports import free_port
from ops.desk.process import Process
from ops.desk.system_user import server_user

PROGRAM = shutil.which("pgbouncer", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
PAGE = (ROOT / "docs" / "operations.md").read_text()


@contextmanager
def pgbouncer(database_url: str) -> Iterator[str]:
    """The address that stands for `database_url`; only ports, names and files are ours."""
    if PROGRAM is None:
        pytest.skip("PgBouncer is not on this machine")
    lines = re.search(r"```ini\n(; pgbouncer\.ini\n.*?)```", PAGE, re.DOTALL)
    assert lines
    real, port = urlsplit(database_url), free_port()
    folder = Path(tempfile.mkdtemp(prefix="courtyard-pgbouncer-", dir="/tmp"))
    user = server_user(Path("/nonexistent"))  # it refuses to run as root, like PostgreSQL
    name = real.path.strip("/")
    changes = {
        r"^courtyard = host=\S+ port=\S+ dbname=\S+": (
            f"{name} = host={real.hostname} port={real.port} dbname={name}"
        ),
        r"^listen_port = .*": f"listen_port = {port}",
        r"^auth_file = .*": f"auth_file = {folder}/users",
        r"^unix_socket_dir = .*": "unix_socket_dir =",
    }
    ini = lines[1]
    for old, new in changes.items():
        ini, count = re.subn(old, new, ini, flags=re.MULTILINE)
        assert count == 1, old
    try:
        for file, text in {"ini": ini, "users": f'"{real.username}" "{real.password}"\n'}.items():
            (folder / file).touch(mode=0o600)
            (folder / file).write_text(text)
            if user:
                user.owns(folder / file)
        if user:
            user.owns(folder)
        process = Process(
            "pgbouncer",
            [PROGRAM, str(folder / "ini")],
            run=folder / "run",
            log=folder / "log",
            cwd="/",
            extra=user.popen() if user else {},
        )
        process.start()
        try:
            url = real._replace(netloc=f"{real.username}:{real.password}@127.0.0.1:{port}").geturl()
            wait_until_it_answers(process, url)
            yield url
        finally:
            process.stop()
    finally:
        shutil.rmtree(folder)


def wait_until_it_answers(process: Process, url: str) -> None:
    until = time.monotonic() + 15
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            assert process.alive and time.monotonic() < until, process.output()
            time.sleep(0.05)
