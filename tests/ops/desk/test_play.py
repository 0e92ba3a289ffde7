"""`make play` refuses with one sentence, and never leaves anything running behind."""

import fcntl
import json
import os
import socket
import subprocess
import sys

import pytest

from ops.desk import play
from ops.desk.play import Play
from ops.desk.ports import free_port
from ops.operator_error import OperatorError
from ops.progress import Progress


def run_play(var, **choices):
    """The real command, in a folder of its own."""
    drop = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS"}
    env = {name: value for name, value in os.environ.items() if name not in drop}
    env |= {"VAR_DIR": str(var), "PORT": str(free_port())} | choices
    return subprocess.run(
        [sys.executable, "-m", "ops.desk.play"], env=env, capture_output=True, text=True, timeout=60
    )


def assert_refused(done, words):
    assert done.returncode == 1, done.stdout + done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_taken_port(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert_refused(run_play(tmp_path, PORT=str(port)), f"Port {port} is taken")


@pytest.mark.parametrize("port", ["zero", "0", "70000", "-1"])
def test_a_port_that_is_none(tmp_path, port):
    assert_refused(run_play(tmp_path, PORT=port), "PORT must be a number from 1 to 65535")


@pytest.mark.parametrize("webs", ["zero", "0", "9"])
def test_a_number_of_web_processes_that_is_none(tmp_path, webs):
    assert_refused(run_play(tmp_path, WEB=webs), "WEB must be a number of processes from 1 to 8")


def test_a_second_start(tmp_path):
    (tmp_path / "run").mkdir()
    with (tmp_path / "run" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write(json.dumps({"pid": 4711, "address": "http://127.0.0.1:8000"}))
        lock.flush()
        words = "already running here: http://127.0.0.1:8000 (process 4711)"
        assert_refused(run_play(tmp_path), words)


@pytest.mark.parametrize(
    ("name", "url", "words"),
    [
        ("DATABASE_URL", "postgres://me:hidden@127.0.0.1:{port}/x", "No PostgreSQL at DATABASE"),
        ("REDIS_URL", "redis://:hidden@127.0.0.1:{port}/0", "No Redis at REDIS_URL"),
        ("REDIS_URL", "nonsense://127.0.0.1", "No Redis at REDIS_URL"),
    ],
)
def test_a_server_that_does_not_answer(tmp_path, name, url, words):
    choices = {"DATABASE_URL": os.environ["DATABASE_URL"]}  # no PostgreSQL is made for this
    done = run_play(tmp_path, **{**choices, name: url.format(port=free_port())})
    assert_refused(done, words)
    assert "hidden" not in done.stdout + done.stderr


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "var").write_text("in the way")
    assert_refused(run_play(tmp_path / "var"), "is in the way")


def test_too_little_space(tmp_path, monkeypatch):
    monkeypatch.setattr(play, "NEEDED_SPACE", 10**18)
    with pytest.raises(OperatorError, match=r"Only \d+ MB are free"):
        Play(tmp_path, {}, Progress())._require_space()


@pytest.mark.parametrize(
    ("name", "file"), [("SECRET_KEY", "secret-key"), ("PUSH_PRIVATE_KEY", "push-key")]
)
def test_a_secret_is_made_once_and_for_the_owner_only(tmp_path, name, file):
    key = Play(tmp_path, {}, Progress())._choices()[name]
    assert len(key) >= 43
    assert Play(tmp_path, {}, Progress())._choices()[name] == key
    assert (tmp_path / file).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("environ", "site_url", "host"),
    [
        ({}, "http://127.0.0.1:8000", "127.0.0.1"),
        ({"PORT": "9000"}, "http://127.0.0.1:9000", "localhost"),
        ({"HOST": "0.0.0.0"}, "http://192.168.7.7:8000", "192.168.7.7"),
        ({"HOST": "192.168.7.9"}, "http://192.168.7.9:8000", "192.168.7.9"),
        ({"SITE_URL": "http://home.example"}, "http://home.example", "127.0.0.1"),
        ({"ALLOWED_HOSTS": "home.example"}, "http://127.0.0.1:8000", "home.example"),
    ],
)
def test_addresses(tmp_path, monkeypatch, environ, site_url, host):
    monkeypatch.setattr(play, "own_addresses", lambda: ["192.168.7.7"])
    choices = Play(tmp_path, environ, Progress())._choices()
    assert choices["SITE_URL"] == site_url
    assert host in choices["ALLOWED_HOSTS"].split(",")
    assert "127.0.0.1" in choices["ALLOWED_HOSTS"].split(",")
