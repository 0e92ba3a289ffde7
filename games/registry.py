"""Finds the games: every folder of `games/` that has a `rules.py`. There is no list to edit."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from games.engine.contract import Reason, Rules

if TYPE_CHECKING:  # the games can be found and played without Django
    from accounts.models import User

HERE = Path(__file__).parent


@cache
def game_keys() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in HERE.glob("*/rules.py")))


@cache
def rules_for(key: str) -> Rules:
    """The rules of a game, or LookupError."""
    if key not in game_keys():
        raise LookupError(f"there is no game called {key!r}")
    return import_module(f"games.{key}.rules")


@cache
def narration_for(key: str) -> ModuleType:
    """The words of a game: what happened, what may be done, what is asked."""
    rules_for(key)
    return import_module(f"games.{key}.narration")


@cache
def explainer_for(key: str) -> Callable[[Any, Any], Reason | None] | None:
    """How the game's bot says why it plays a move, if it can."""
    rules_for(key)
    return getattr(import_module(f"games.{key}.bot"), "explain", None)


@cache
def supplier_for(key: str) -> "Callable[[Any, User | None], Any] | None":
    """What fills in the secret options of a match when it starts: the `supply.py` of the game.

    It is given the options and whoever sits in the host's chair, and may refuse.
    """
    rules_for(key)
    if not (HERE / key / "supply.py").exists():
        return None
    module: Any = import_module(f"games.{key}.supply")
    supply: Callable[[Any, User | None], Any] = module.supply
    return supply


def all_games() -> tuple[Rules, ...]:
    return tuple(rules_for(key) for key in game_keys())
