"""The rules of the house that no linter knows."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import registry

ROOT = Path(__file__).parent.parent
PACKAGES = ("config", "accounts", "games", "archive", "lobby", "moderation", "api")
SOURCES = [
    path
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if "migrations" not in path.parts
]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def folder_of(path: Path) -> str | None:
    """The game whose folder the file is in."""
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "games" and parts[1] in registry.game_keys() else None


def test_games_never_import_each_other() -> None:
    for path in SOURCES:
        for game in registry.game_keys():
            if folder_of(path) not in (game, None):
                assert not any(name.startswith(f"games.{game}") for name in imports(path)), path


@pytest.mark.parametrize("game", registry.game_keys())
def test_no_file_outside_a_games_folder_names_it(game: str) -> None:
    """A sixth game is one folder: no list, no route, no template, no migration mentions it."""
    name = re.compile(rf"\b{game}\b", re.IGNORECASE)
    shared = [*SOURCES, *(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.js")]
    for path in shared:
        if folder_of(path) is None:
            assert not name.search(path.read_text()), f"{path.relative_to(ROOT)} names {game}"


def test_a_templates_lines_are_short_enough_to_read() -> None:
    templates = [*ROOT.glob("templates/**/*.*"), *ROOT.glob("games/*/templates/**/*.*")]
    assert templates
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert not long, "lines over 120 characters"


@pytest.mark.parametrize("package", PACKAGES)
def test_only_broadcast_sends_to_groups(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        if path.name != "broadcast.py":
            assert "group_send" not in path.read_text(), path


def test_only_config_reads_the_environment() -> None:
    for path in SOURCES:
        if path.relative_to(ROOT).parts[0] != "config":
            assert "os.environ" not in path.read_text(), path


def test_every_rules_file_is_read_in_the_same_order() -> None:
    order = ["INFO", "Options", "State", "View", "AnyMove", "AnyFact", "deal", "legal_moves"]
    order += ["why_not", "apply", "view", "timer", "outcome", "bot"]
    for key in registry.game_keys():
        tree = ast.parse((ROOT / "games" / key / "rules.py").read_text())
        assert ast.get_docstring(tree), "the rules in words come first"
        names = []
        for node in tree.body:
            if isinstance(node, ast.Assign):
                names += [target.id for target in node.targets if isinstance(target, ast.Name)]
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names.append(node.target.id)
            elif isinstance(node, ast.ClassDef | ast.FunctionDef):
                names.append(node.name)
        assert [name for name in names if name in order] == order
