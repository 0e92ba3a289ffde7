"""Game registry: finds every folder of `games/` that has a `rules.py`. There is no list to edit.

`game(key)` is one typed, frozen `Game`: the rules, the words, the bot's reasons, the lesson, the
supply, the test kit. This is the only place that looks into a game's modules by name; what a game
leaves out is filled in from `engine/defaults.py`, and a hook that is misspelt or takes other
parameters than its default is refused here, by name, when the site starts. Rules and lessons are
found without Django; words and supplies, which need it, are read when first asked for.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from games.engine import defaults
from games.engine.contract import Chance, Info, Reason, Rules
from games.engine.lesson import Lesson

if TYPE_CHECKING:
    from games.engine.testing import Kit
    from games.page.words import Words

T = TypeVar("T")

HERE = Path(__file__).parent


class BrokenGame(Exception):
    """A game does not keep the contract; the sentence says which name of which file, and how."""


@dataclass(frozen=True, eq=False)
class Game:
    """All that one folder brings."""

    key: str
    rules: Rules
    explain: Callable[[Any, Any], Reason | None]
    """How its bot says why it plays a move."""
    warm_up: Callable[[], None]
    """What its bot makes ready before its first move."""
    advise: Callable[[Any, Sequence[Any]], Reason | None]
    """What its coach says to whoever may move: `coach.py`."""

    @property
    def info(self) -> Info:
        return self.rules.INFO

    @cached_property
    def words(self) -> "Words":
        """What happened, what may be done, what is asked: `narration.py`."""
        from games.page.words import Words

        return assembled(Words, part(self.key, "narration"))

    @cached_property
    def lesson(self) -> Lesson | None:
        """How it is taught: `lesson.py`."""
        taught: Lesson | None = hooks(part(self.key, "lesson"), ["LESSON"])["LESSON"]
        return taught

    @cached_property
    def supply(self) -> Callable[[Any, Any], Any]:
        """What fills in the secret options of a match when it starts: `supply.py`.

        It is given the options and whoever sits in the host's chair, and may refuse.
        """
        return hooks(part(self.key, "supply"), ["supply"])["supply"]

    @cached_property
    def kit(self) -> "Kit":
        """What the laws need to know of it: `testing.py`. Only tests ask for it."""
        from games.engine.testing import Kit

        return assembled(Kit, part(self.key, "testing"))

    @property
    def bot(self) -> Callable[[Any, Sequence[Any], Chance, str], Any]:
        return self.rules.bot

    @property
    def screen(self) -> str:
        """The template of its television: its own `screen.jinja`, or that of all games."""
        name = f"{self.key}/screen.jinja"
        own = (HERE / self.key / "templates" / name).exists()
        return name if own else "games/screen.jinja"

    @property
    def emblem(self) -> Path | None:
        """Its picture as pixels, for share images: `emblem.png`."""
        own = HERE / self.key / "emblem.png"
        return own if own.exists() else None

    @property
    def urls(self) -> str | None:
        """The pages that it adds to the site: `urls.py`."""
        return f"games.{self.key}.urls" if (HERE / self.key / "urls.py").exists() else None


@cache
def game_keys() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in HERE.glob("*/rules.py")))


@cache
def game(key: str) -> Game:
    """A game, or LookupError."""
    if key not in game_keys():
        raise LookupError(f"there is no game called {key!r}")
    rules = assembled(Rules, part(key, "rules"))
    bot, coach = part(key, "bot"), part(key, "coach")
    return Game(key, rules, **hooks(bot, ["explain", "warm_up"]), **hooks(coach, ["advise"]))


def games() -> tuple[Game, ...]:
    return tuple(game(key) for key in game_keys())


def rules_for(key: str) -> Rules:
    """The rules of a game, or LookupError."""
    return game(key).rules


def all_games() -> tuple[Rules, ...]:
    return tuple(rules_for(key) for key in game_keys())


def check_games() -> None:
    """Assembles every part of every game, so that a broken one is told when the site starts."""
    for each in games():
        _ = each.words, each.supply, each.lesson


# ---- Assembling --------------------------------------------------------------------------------


def part(key: str, file: str) -> ModuleType:
    """A module of the game; an empty one where the game has no such file."""
    if not (HERE / key / f"{file}.py").exists():
        return ModuleType(f"games.{key}.{file}")
    return import_module(f"games.{key}.{file}")


def assembled(contract: Callable[..., T], module: ModuleType) -> T:
    """A `Rules`, `Words` or `Kit` out of what the module defines. Raises `BrokenGame`."""
    return contract(**hooks(module, [field.name for field in fields(contract)]))  # type: ignore[arg-type]


def hooks(module: ModuleType, names: Sequence[str]) -> dict[str, Any]:
    """By name what the module defines, or else the default."""
    defined: Mapping[str, Any] = vars(module)
    file = module.__name__.replace(".", "/") + ".py"
    optional = [name for name in names if name in vars(defaults)]
    for name in names:
        if name not in defined and name not in optional:
            raise BrokenGame(f"{file} has no `{name}`.")
    for name, value in defined.items():
        if name not in names and is_own_function(value, module):
            for meant in get_close_matches(name, optional, n=1, cutoff=0.8):
                raise BrokenGame(f"{file} has a `{name}`: is `{meant}` meant?")
    for name in optional:
        if name in defined:
            check_like(defined[name], vars(defaults)[name], f"`{name}` of {file}")
    return {name: defined.get(name, vars(defaults).get(name)) for name in names}


def is_own_function(value: Any, module: ModuleType) -> bool:
    return inspect.isfunction(value) and value.__module__ == module.__name__


def check_like(value: Any, default: Any, what: str) -> None:
    """A hook takes the parameters of its default; a constant is of its default's kind."""
    if not callable(default):
        if default is not None and not isinstance(value, type(default)):
            raise BrokenGame(f"{what} is a {type(value).__name__}, not a {type(default).__name__}.")
        return
    if not callable(value):
        raise BrokenGame(f"{what} is not a function.")
    wanted, found = (list(inspect.signature(each).parameters) for each in (default, value))
    if wanted != found:
        raise BrokenGame(f"{what} takes ({', '.join(found)}) instead of ({', '.join(wanted)}).")
