"""Question value: a question as a match takes it along, its categories and its difficulties."""

from typing import Literal

from games.engine.contract import Value, gettext_noop

CATEGORIES: dict[str, str] = {
    "geography": gettext_noop("Geography"),
    "history": gettext_noop("History"),
    "science": gettext_noop("Science"),
    "nature": gettext_noop("Nature"),
    "books": gettext_noop("Books and art"),
    "stage": gettext_noop("Music and film"),
    "sport": gettext_noop("Sport and games"),
    "food": gettext_noop("Food and drink"),
    "words": gettext_noop("Language and words"),
    "numbers": gettext_noop("Numbers and logic"),
    "arab": gettext_noop("Arab world"),
    "technology": gettext_noop("Technology"),
}

DIFFICULTIES: dict[int, str] = {
    1: gettext_noop("Easy"),
    2: gettext_noop("Medium"),
    3: gettext_noop("Hard"),
}

LETTERS = "ABCD"
"""How the choices are called, first to last."""

OWN_IDS = -1_000_000
"""Below this are the ids of questions that a host wrote. Those of the bank are above nought, and
between are those of the game's files; only the bank's are counted and reported."""


class MatchQuestion(Value, frozen=True):
    """`id` is the bank's own; it stays the same when the words are mended."""

    id: int
    text: str
    category: str
    difficulty: Literal[1, 2, 3]
    choices: tuple[str, str, str, str]
    answer: int
    language: str = "en"
