"""The environment: current, of an older list, or half made."""

import subprocess
import sys

import pytest

from ops import env
from ops.env import Environment
from ops.operator_error import OperatorError
from ops.progress import Progress, Step


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """An environment whose list is empty, so that nothing is fetched."""
    wanted = tmp_path / "dev.txt"
    wanted.write_text("# nothing\n")
    made = Environment(tmp_path / ".venv", wanted, tmp_path / "env.log")
    monkeypatch.setattr(made, "_install", lambda step: None)
    return made


@pytest.fixture
def with_python(environment):
    """The same with a Python that works already."""
    environment.python.parent.mkdir(parents=True)
    environment.python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    environment.python.chmod(0o755)
    return environment


@pytest.fixture
def step():
    return Step(Progress(), "test")


def test_a_finished_environment_is_current_until_the_list_changes(with_python, step):
    assert not with_python.current
    with_python.bring_up_to_date(step)
    assert with_python.current
    with_python.wanted.write_text("# another list\n")
    assert not with_python.current


def test_a_desk_is_content_with_the_environment_of_a_developer(with_python, step, tmp_path):
    desk = tmp_path / "desk.txt"
    desk.write_text("# less\n")
    with_python.bring_up_to_date(step)
    of_desk = Environment(with_python.folder, desk, with_python.log, longer=[with_python.wanted])
    assert of_desk.current
    assert not Environment(with_python.folder, desk, with_python.log).current


def test_an_environment_whose_packages_failed_is_not_current(with_python, step, monkeypatch):
    with_python.bring_up_to_date(step)

    def fail(step):
        raise OperatorError("The packages could not be installed.")

    monkeypatch.setattr(with_python, "_install", fail)
    with pytest.raises(OperatorError):
        with_python.bring_up_to_date(step)
    assert not with_python.current


def test_a_half_made_environment_is_made_again(environment, step):
    environment.python.parent.mkdir(parents=True)
    environment.python.write_text("cut short")
    environment.python.chmod(0o755)
    environment.bring_up_to_date(step)
    assert environment.current


def test_a_failing_pip_is_told_with_its_reason(tmp_path, step):
    wanted = tmp_path / "dev.txt"
    wanted.write_text("not a requirement at all\n")
    broken = Environment(tmp_path / ".venv", wanted, tmp_path / "env.log")
    broken.python.parent.mkdir(parents=True)
    broken.python.symlink_to(sys.executable)
    with pytest.raises(OperatorError, match=r"packages could not be installed: .*make env"):
        broken._install(step)
    assert "not a requirement" in (tmp_path / "env.log").read_text()


def test_too_little_space_is_told_before_anything_is_made(environment, step, monkeypatch):
    monkeypatch.setattr(env, "NEEDED_SPACE", 10**18)
    with pytest.raises(OperatorError, match=r"Only \d+ MB are free"):
        environment.bring_up_to_date(step)
    assert not environment.folder.exists()


def test_an_old_python_is_refused_in_one_sentence():
    pretend = (
        "import sys, runpy; sys.version_info = (3, 9, 2);"
        "runpy.run_module('ops.env', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, and this is 3.9" in done.stderr
    assert "Traceback" not in done.stderr
