"""The scripts are checked by tools that are pinned, and a missing tool is told in a sentence."""

import json
import os
from pathlib import Path

import pytest

from ops import node
from ops.operator_error import OperatorError


def test_the_list_pins_every_package_and_names_no_host() -> None:
    lock = json.loads((node.CONFIG / "package-lock.json").read_text())
    packages = {name: told for name, told in lock["packages"].items() if name}
    assert packages
    for name, told in packages.items():
        assert told["integrity"].startswith("sha512-"), name
        assert "resolved" not in told, name


def fake(folder: Path, version: str) -> str:
    for name in ("node", "npm"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(("version", "own"), [("v17.9.1", True), ("v18.0.0", False)])
def test_an_old_node_gives_way_to_the_one_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, own: bool
) -> None:
    machine, environment = tmp_path / "machine", tmp_path / "environment"
    machine.mkdir()
    environment.mkdir()
    fake(environment, "v24.0.0")
    monkeypatch.setenv("PATH", fake(machine, version))
    monkeypatch.setattr("sys.executable", str(environment / "python"))
    first = node.search_path()["PATH"].split(os.pathsep)[0]
    assert first == str(environment if own else machine)


def test_no_node_at_all_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(OperatorError, match="Node 18 or newer"):
        node.search_path()


def test_a_registry_that_cannot_be_reached_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho 'npm error request failed, reason: no route'\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setattr(node, "HOME", tmp_path / "home")
    monkeypatch.setattr(node, "STAMP", tmp_path / "home" / "stamp")
    with pytest.raises(
        OperatorError, match=r"npm registry: request failed, reason: no route\. Is the"
    ):
        node.install({"PATH": str(tmp_path)})
    assert not node.STAMP.exists()
