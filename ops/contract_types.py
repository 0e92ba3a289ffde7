"""Type check of every game against the contract: writes one module a game for mypy to read.

The registry assembles a game at run time, where mypy cannot follow. Here the same is written out:
`Rules(deal=rules.deal, …)` with what the game defines and the defaults of what it leaves out, so
that a hook of another type is a type error with the hook's name. There is no list of games.
"""

import ast
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from games import registry
from games.engine import defaults
from games.engine.contract import Rules
from games.engine.testing import Kit
from ops import ROOT

WORDS = Path(registry.__file__).parent / "page" / "words.py"


def source(key: str) -> str:
    """The typed assembly of one game."""
    return "\n".join(
        [
            "from games.engine import defaults",
            "from games.engine.contract import Rules",
            "from games.engine.testing import Kit",
            "from games.page.words import Words",
            f"from games.{key} import narration, rules, testing",
            *call("Rules", names_of(Rules), key, "rules"),
            *call("Words", fields_in(WORDS, "Words"), key, "narration"),
            *call("Kit", names_of(Kit), key, "testing"),
            "",
        ]
    )


def call(contract: str, names: list[str], key: str, file: str) -> list[str]:
    defined = names_in(Path(registry.__file__).parent / key / f"{file}.py")
    yours = {name: file for name in names if name in defined or name not in vars(defaults)}
    return [
        f"{contract}(",
        *(f"    {name}={yours.get(name, 'defaults')}.{name}," for name in names),
        ")",
    ]


def names_of(contract: Any) -> list[str]:
    return [field.name for field in fields(contract)]


def fields_in(path: Path, name: str) -> list[str]:
    """The fields of a class as they are written: reading them needs no Django."""
    tree = ast.parse(path.read_text())
    [found] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name]
    return [
        node.target.id
        for node in found.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]


def names_in(path: Path) -> set[str]:
    """What a module defines or imports at its top."""
    names: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.ImportFrom(names=aliases):
                names |= {alias.asname or alias.name for alias in aliases}
    return names


def main() -> int:
    """mypy over everything, each game's assembly included."""
    files = write(ROOT / "var" / "contracts")
    return subprocess.run([sys.executable, "-m", "mypy", ".", *map(str, files)]).returncode


def write(folder: Path) -> list[Path]:
    """One file a game; those of games that are gone are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.py"):
        old.unlink()
    files = []
    for key in registry.game_keys():
        path = folder / f"contract_of_{key}.py"
        path.write_text(source(key))
        files.append(path)
    return files


if __name__ == "__main__":
    sys.exit(main())
