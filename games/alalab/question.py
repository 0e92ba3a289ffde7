"""One question of the quiz, with its four choices and the number of the right one."""

from typing import Literal

from games.engine.contract import Value

OWN_IDS = -1_000_000
"""Below this are the ids of questions that a host wrote. Those of the bank are above nought, and
between are those of the game's files; only the bank's are counted and reported."""


class Question(Value, frozen=True):
    """`id` is the bank's own; it stays the same when the words are mended."""

    id: int
    text: str
    category: str
    difficulty: Literal[1, 2, 3]
    choices: tuple[str, str, str, str]
    answer: int
    language: str = "en"
