"""Children: stopped with their whole family, and found again after a crash."""

import json
import subprocess
import sys
import time

import psutil
import pytest

from ops.desk.process import MARK, Process, end_leftovers

# A parent that starts a child, tells both numbers, and waits.
PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
time.sleep(60)
"""
STUBBORN = "import signal, time; signal.signal(15, signal.SIG_IGN); print(1); time.sleep(60)"


@pytest.fixture
def start(tmp_path):
    started = []

    def start(name, code, sink=None):
        process = Process(
            name,
            [sys.executable, "-u", "-c", code],
            run=tmp_path / "run",
            log=tmp_path / f"{name}.log",
            sink=sink,
        )
        process.start()
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()


def until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def child_of(process):
    until(lambda: process.output().strip())
    return int(process.output().split()[0])


def gone(pid):
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_stopping_takes_the_family_along_and_removes_the_record(start, tmp_path):
    process = start("parent", PARENT)
    child = child_of(process)
    assert (tmp_path / "run" / "parent.json").exists()
    assert process.stop() is True
    until(lambda: gone(child))
    assert not (tmp_path / "run" / "parent.json").exists()


def test_who_does_not_listen_is_ended_all_the_same(start):
    process = start("stubborn", STUBBORN)
    child_of(process)
    assert process.stop(patience=0.3) is False
    assert not process.alive


def test_output_reaches_both_the_listener_and_the_log(start):
    heard = []
    process = start("talker", "print('hello')", lambda name, line: heard.append((name, line)))
    process.wait(5)
    process.stop()
    assert heard == [("talker", "hello")]
    assert process.output() == "hello\n"


def test_leftovers_of_a_crash_are_ended(start, tmp_path):
    process = start("parent", PARENT)
    child = child_of(process)
    assert end_leftovers(tmp_path / "run") == ["parent"]
    until(lambda: gone(child) and not process.alive)
    assert end_leftovers(tmp_path / "run") == []


def test_children_whose_leader_was_killed_are_found_too(start, tmp_path):
    process = start("parent", PARENT)
    child = child_of(process)
    psutil.Process(process.pid).kill()
    process.wait(5)
    assert not gone(child)
    assert end_leftovers(tmp_path / "run") == ["parent"]
    until(lambda: gone(child))


def test_a_stranger_with_the_recorded_number_is_left_alone(tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
    with subprocess.Popen(sleeper, start_new_session=True, env={MARK: "/another/run"}) as stranger:
        record = {"pid": stranger.pid, "at": time.time(), "ending": 15}
        (run / "web.json").write_text(json.dumps(record))
        assert end_leftovers(run) == []
        assert stranger.poll() is None
        assert not (run / "web.json").exists()
        stranger.kill()


@pytest.mark.parametrize("cut_short", ["", "{", '{"pid": 1}', "[]"])
def test_a_record_cut_short_is_swept_away(tmp_path, cut_short):
    (tmp_path / "web.json").write_text(cut_short)
    assert end_leftovers(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
