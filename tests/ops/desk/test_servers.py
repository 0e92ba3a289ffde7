"""PostgreSQL and Redis of our own: start, answer, stop, and get over an earlier crash."""

import os
import signal
import subprocess
import sys
import time

import psutil
import psycopg
import pytest
import redis

from ops.desk import servers as fresh
from ops.desk.postgres import Postgres
from ops.desk.redis_client import client
from ops.desk.servers import fresh_servers
from ops.operator_error import OperatorError


@pytest.fixture(scope="module")
def servers():
    with fresh_servers(durable=True) as servers:  # others may lose a commit when killed
        yield servers


@pytest.fixture
def postgres(servers):
    """A second server object on the same folder, as a new start would make it."""
    yield Postgres(
        servers.postgres.data,
        run=servers.folder / "run",
        log=servers.folder / "postgres.log",
        programs_dir=servers.folder,
        durable=False,
    )
    if servers.postgres.process is not None and not servers.postgres.process.alive:
        servers.postgres.restart()


def test_both_answer(servers):
    with psycopg.connect(servers.database_url) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("courtyard",)
    with client(servers.redis_url) as asked:
        assert asked.ping()
        assert asked.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_nobody_gets_in_without_the_password(servers):
    stranger = servers.database_url.replace(servers.postgres.password, "guess")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(stranger)
    without = f"redis://127.0.0.1:{servers.valkey.port}/0"
    with client(without) as asked, pytest.raises(redis.AuthenticationError):
        asked.ping()


def test_databases_are_made_once_and_dropped(servers):
    url = servers.postgres.create_database("extra")
    assert servers.postgres.create_database("extra") == url
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (x int)")
    servers.postgres.drop_database("extra")
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(url)


def test_a_live_server_of_a_crashed_start_is_stopped_first(servers, postgres):
    before = servers.postgres.process.pid
    assert postgres.end_leftover() is True
    servers.postgres.process.wait(10)
    postgres.start(servers.postgres.port)
    try:
        assert postgres.process.pid != before
        assert psycopg.connect(postgres.url()).execute("SELECT 1").fetchone() == (1,)
    finally:
        postgres.stop()


def test_a_killed_server_comes_back_with_what_was_committed(servers):
    with psycopg.connect(servers.database_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE survivor AS SELECT 42 AS answer")
    servers.postgres.process.kill()
    assert (servers.postgres.data / "postmaster.pid").exists()
    servers.postgres.restart()
    with psycopg.connect(servers.database_url, autocommit=True) as connection:
        assert connection.execute("SELECT answer FROM survivor").fetchone() == (42,)
        connection.execute("DROP TABLE survivor")


def test_a_pid_file_that_names_a_stranger_is_no_server(servers, postgres):
    """The number of a dead server may belong to any process by now, here to this very one."""
    servers.postgres.stop()
    file = postgres.data / "postmaster.pid"
    file.write_text(f"{os.getpid()}\n{postgres.data}\n")
    assert postgres.end_leftover() is False
    assert not file.exists()


def test_a_half_made_folder_is_made_again(servers):
    data = servers.folder / "half"
    (servers.folder / "half.new").mkdir()
    (servers.folder / "half.new" / "PG_VERSION").write_text("18")
    postgres = Postgres(
        data,
        run=servers.folder / "half-run",
        log=servers.folder / "half.log",
        programs_dir=servers.folder,
        durable=False,
    )
    assert not postgres.made
    postgres.make()
    assert postgres.made
    assert not (servers.folder / "half.new").exists()


def test_a_folder_of_another_version_is_told(servers, postgres):
    servers.postgres.stop()
    file = postgres.data / "PG_VERSION"
    made_by = file.read_text()
    file.write_text("12\n")
    try:
        with pytest.raises(OperatorError, match="made by PostgreSQL 12 and this is"):
            postgres.start()
    finally:
        file.write_text(made_by)


def test_servers_of_a_killed_run_are_swept_away_by_the_next():
    code = (
        "import time; from ops.desk.servers import start_fresh; s = start_fresh();"
        "print(s.folder, s.postgres.process.pid, s.valkey.process.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        folder, *pids = run.stdout.readline().split()
        run.send_signal(signal.SIGKILL)
        run.wait()
    assert all(psutil.pid_exists(int(pid)) for pid in pids)
    fresh.remove_abandoned()
    until = time.monotonic() + 10
    while any(psutil.pid_exists(int(pid)) for pid in pids) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(psutil.pid_exists(int(pid)) for pid in pids)
    assert not os.path.exists(folder)
