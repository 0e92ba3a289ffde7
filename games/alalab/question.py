"""One question of the quiz, with its four choices and the number of the right one."""

from typing import Literal

from games.engine.contract import Value


class Question(Value, frozen=True):
    """`id` is the bank's own; it stays the same when the words are mended."""

    id: int
    text: str
    category: str
    difficulty: Literal[1, 2, 3]
    choices: tuple[str, str, str, str]
    answer: int
    language: str = "en"
