"""What the bots of Sudden Death 31 have to win, among three.

The ceiling is what the best play there is would win; `ceiling.py` reckons it. A random opener
stakes half of the chips on a hand of one turn, so at most tables it is low.
"""

from typing import Any

from games.thirtyone import rules
from games.thirtyone.rules import Options
from tests.games.contests import Contest

ASKED = 0.75
"""What the bot has to win against two who play at random, where anybody could."""


def at_random(turns: Any, chips: Any, ceiling: float, games: int, least: float) -> Contest:
    what = f"turns {turns}, {chips} chips, at best {ceiling:.1%}"
    return among_three("sharp", "random", Options(turns=turns, chips=chips), games, least, what)


def among_three(
    level: str, other: str, options: Options, games: int, least: float, what: str = ""
) -> Contest:
    return Contest(
        f"{level} against two {other}, {what or f'turns {options.turns}, {options.chips} chips'}",
        rules,
        options,
        level,
        other,
        games,
        least,
        seats=3,
        ties="shared",
    )


CONTESTS = [
    at_random("each", 5, 0.854, 1000, ASKED),
    at_random("each", 2, 0.923, 1000, ASKED),
    at_random("total", 20, 0.556, 1000, 0.53),
    at_random("total", 10, 0.587, 300, 0.50),
    at_random("total", 5, 0.663, 300, 0.58),
    at_random("total", 2, 0.701, 300, 0.62),
    at_random("each", 20, 0.723, 200, 0.62),
    at_random("each", 10, 0.752, 200, 0.65),
    among_three("gentle", "random", Options(chips=5, turns="each"), 120, 0.65),
    among_three("sharp", "gentle", Options(chips=5, turns="each"), 120, 0.65),
]
