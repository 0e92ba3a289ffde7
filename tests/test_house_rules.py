"""The rules of the house that no linter knows."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from games import registry

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "config",
    "refusals",
    "accounts",
    "sharing",
    "games",
    "archive",
    "lobby",
    "series",
    "moderation",
    "api",
)
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


def pages(suffix: str, *, game: str | None = None) -> list[Path]:
    """Templates, styles or scripts: those of one game's folder, or what all games share."""
    folders = [ROOT / "games" / game] if game else [ROOT / "templates", ROOT / "static"]
    found = [path for folder in folders for path in sorted(folder.rglob(f"*{suffix}"))]
    return [path for path in found if "vendor" not in path.parts]


def text_of(paths: Iterable[Path]) -> str:
    return "\n".join(path.read_text() for path in paths)


@pytest.mark.parametrize("game", registry.game_keys())
def test_no_file_outside_a_games_folder_names_it(game: str) -> None:
    """A sixth game is one folder: no list, no route, no template, no style, no migration."""
    name = re.compile(rf"\b{game}\b", re.IGNORECASE)
    shared = [*SOURCES, *pages(".html"), *pages(".jinja"), *pages(".js"), *pages(".css")]
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


CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
ATTRIBUTE = re.compile(r"""\bclass(?:es)?=(["'])(.*?)\1""", re.DOTALL)
TEMPLATE_TAG = re.compile(r"\{[%{#].*?[%}#]\}", re.DOTALL)
QUOTED = re.compile(r"""(["'`])(.*?)\1""")


def styled(css: str) -> set[str]:
    """The classes that a stylesheet has a rule for."""
    plain = re.sub(r"/\*.*?\*/|url\([^)]*\)", "", css, flags=re.DOTALL)
    return {name for rule in re.findall(r"[^{};]+(?=\{)", plain) for name in CLASS.findall(rule)}


def worn(markup: str) -> set[str]:
    """The classes that templates, tags and other markup give to elements."""
    found = ATTRIBUTE.findall(markup) + ATTRIBUTE.findall(TEMPLATE_TAG.sub(" ", markup))
    return {name for _, names in found for name in names.split()}


def mentioned(script: str) -> set[str]:
    """Every word in a string of a script: it may be a class."""
    return {word for _, text in QUOTED.findall(script) for word in re.findall(r"[\w-]+", text)}


def known_to(game: str | None) -> set[str]:
    """The classes that a game, or what all games share, gives to elements or looks for."""
    sources = [path for path in SOURCES if folder_of(path) == game]
    markup = text_of([*pages(".html", game=game), *pages(".jinja", game=game), *sources])
    return worn(markup) | mentioned(text_of(pages(".js", game=game)))


def test_a_class_that_only_one_game_wears_is_styled_in_its_folder() -> None:
    shared_css, shared = styled(text_of(pages(".css"))), known_to(None)
    known = {game: known_to(game) for game in registry.game_keys()}
    leaked = {
        name: wearers[0]
        for name in shared_css - shared
        if len(wearers := [game for game in known if name in known[game]]) == 1
    }
    assert not leaked, "shared styles speak of one game alone"


def test_the_scan_for_classes_sees_what_it_should() -> None:
    css = """/* .note */ @media (x){.a .b-c:is(.d){color:red}} .e{background:url("f.g")}"""
    assert styled(css) == {"a", "b-c", "d", "e"}
    html = (
        """<b class="a{% if "x" in y %} b{% endif %} c-{{ n }}">{% card code classes="d" %}</b>"""
    )
    assert {"a", "b", "d"} <= worn(html)
    assert mentioned('el.closest(".a .b-c")') == {"a", "b-c"}


def wire_tags(game: str) -> set[str]:
    """What the moves of a game are called on the wire."""
    moves = get_args(registry.rules_for(game).AnyMove)
    return {str(move.__struct_config__.tag) for move in moves}


OF_THE_SHELL = {"card", "pause", "play", "roll"}
"""Moves that share their word with the shell: a playing card, the replay, one of chance's verbs."""


@pytest.mark.parametrize("game", registry.game_keys())
def test_no_shared_page_speaks_of_one_games_moves(game: str) -> None:
    """Neither by a class nor by a data attribute: a shell that knows a move knows the game."""
    others = set().union(*(wire_tags(other) for other in registry.game_keys() if other != game))
    own = wire_tags(game) - others - OF_THE_SHELL
    html, css, js = (text_of(pages(suffix)) for suffix in (".html", ".css", ".js"))
    looked_for = {name for _, text in QUOTED.findall(js) for name in CLASS.findall(text)}
    classes = worn(html) | styled(css) | looked_for
    data = set(re.findall(r"\bdata-([\w-]+)|\bdataset\.(\w+)", html + css + js))
    told = set(re.findall(r"""\bdata-[\w-]+[~|^$*]?=["']?([\w-]+)""", html + css + js))
    assert not own & (classes | told | {name for pair in data for name in pair})


def test_only_the_registry_looks_into_a_game_by_name() -> None:
    """What a game may leave out has a typed default; nobody asks whether it is there."""
    by_name = re.compile(r"\b(?:getattr|hasattr)\((?:\w+\.)*(?:rules|words|narration),")
    for path in SOURCES:
        assert not by_name.search(path.read_text()), path


@pytest.mark.parametrize("package", PACKAGES)
def test_only_broadcast_sends_to_groups(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        if path.name != "broadcast.py":
            assert "group_send" not in path.read_text(), path


def test_only_config_reads_the_environment() -> None:
    for path in SOURCES:
        if path.relative_to(ROOT).parts[0] != "config":
            assert "os.environ" not in path.read_text(), path


def defined(tree: ast.Module) -> list[str]:
    """The names that a module defines, from top to bottom."""
    names = []
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.append(node.name)
    return names


def imported(tree: ast.Module) -> dict[str, str]:
    """The names that a module imports at its top, and from where."""
    return {
        alias.asname or alias.name: str(node.module)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


VALUES = ["Options", "State", "View", "AnyMove", "AnyFact"]
RULES = ["INFO", "deal", "legal_moves", "why_not", "apply", "view", "timer", "outcome", "bot"]


@pytest.mark.parametrize("game", registry.game_keys())
def test_every_rules_file_is_read_in_the_same_order(game: str) -> None:
    """The rules in words, then what the contract asks; `reasons` and `bot` may answer for it."""
    values = ast.parse((ROOT / "games" / game / "values.py").read_text())
    assert ast.get_docstring(values)
    assert [name for name in defined(values) if name in VALUES] == VALUES

    rules = ast.parse((ROOT / "games" / game / "rules.py").read_text())
    assert ast.get_docstring(rules), "the rules in words come first"
    given = {name: source for name, source in imported(rules).items() if name in VALUES + RULES}
    assert {given.pop(name, None) for name in VALUES} == {f"games.{game}.values"}
    assert set(given) <= {"why_not", "bot"}
    assert all(source.startswith(f"games.{game}.") for source in given.values())
    own = [name for name in defined(rules) if name in RULES]
    assert own == [name for name in RULES if name not in given]


@pytest.mark.parametrize("game", registry.game_keys())
def test_what_a_game_needs_stands_at_the_top_of_its_files(game: str) -> None:
    """No import inside a function: rules, values, reasons and bot know each other one way round."""
    folder = ROOT / "games" / game
    files = [folder / f"{name}.py" for name in ("values", "rules", "reasons", "bot")]
    for path in (file for file in files if file.exists()):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                inside = [
                    n for n in ast.walk(function) if isinstance(n, ast.Import | ast.ImportFrom)
                ]
                assert not inside, f"{path.name}: {function.name}"
