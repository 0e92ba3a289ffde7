"""The registry: games are found, assembled with their defaults, and refused by name when broken."""

import subprocess
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from games import registry
from games.engine import defaults
from games.engine.contract import Rules
from tests.games.engine import toy
from tests.games.engine.toy import TOY


def module_like_the_toy(**changes: Any) -> ModuleType:
    """The toy's module with some names changed; a name that is None is left out."""
    module = ModuleType("games.toy.rules")
    names = {name: value for name, value in vars(toy).items() if not name.startswith("__")}
    for name, value in (names | changes).items():
        if value is not None:
            setattr(module, name, value)
    return module


def of_module(source: str) -> Callable[..., Any]:
    """A function as the module itself would define it."""
    names: dict[str, Any] = {"__name__": "games.toy.rules"}
    exec(source, names)
    found: Callable[..., Any] = next(value for value in names.values() if callable(value))
    return found


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"deal": None}, "games/toy/rules.py has no `deal`."),
        (
            {"extra_seat": of_module("def extra_seat(options): return ()")},
            "games/toy/rules.py has a `extra_seat`: is `extra_seats` meant?",
        ),
        (
            {"bot_veiw": of_module("def bot_veiw(state, seat, level): return None")},
            "games/toy/rules.py has a `bot_veiw`: is `bot_view` meant?",
        ),
        (
            {"teams": lambda seats: None},
            "`teams` of games/toy/rules.py takes (seats) instead of (seats, options).",
        ),
        ({"complete": 7}, "`complete` of games/toy/rules.py is not a function."),
        (
            {"RACE": [toy.Add]},
            "`RACE` of games/toy/rules.py is a list, not a tuple.",
        ),
    ],
    ids=["missing", "misspelt", "letters swapped", "other parameters", "no function", "a list"],
)
def test_a_broken_game_is_refused_by_name(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(registry.BrokenGame) as refusal:
        registry.assembled(Rules, module_like_the_toy(**changes))
    assert str(refusal.value) == sentence


def test_what_a_game_leaves_out_is_the_default() -> None:
    assert (TOY.teams, TOY.RACE) == (defaults.teams, ())
    assert TOY.complete(toy.State(0, 0, 0), 0, toy.Add(1)) == toy.Add(1)  # type: ignore[arg-type]


def test_what_a_game_defines_replaces_the_default() -> None:
    rules = registry.assembled(Rules, module_like_the_toy(teams=lambda seats, options: (0, 0)))
    assert rules.teams(2, None) == (0, 0)


def test_a_game_that_is_not_there_is_no_game() -> None:
    with pytest.raises(LookupError):
        registry.game("chess")


def test_rules_are_found_without_django() -> None:
    code = "import sys; sys.modules['django'] = None; from games import registry as r; "
    code += "print(*(rules.INFO.key for rules in r.all_games()))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert tuple(ran.stdout.split()) == registry.game_keys()
