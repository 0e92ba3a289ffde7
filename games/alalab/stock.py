"""The questions that come with the game, read from its own files.

`questions/<language>/<category>.json` is a list of questions; the file names tell language and
category. Each has a key of its own that never changes, so that its words can be mended later.
"""

import json
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from games.alalab.question import Question
from games.engine.contract import gettext_noop

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

FOLDER = Path(__file__).parent / "questions"


def shipped(
    categories: Collection[str] = (), difficulty: int | None = None, language: str = "en"
) -> tuple[Question, ...]:
    """The questions of the files; no category and no difficulty given means all of them.

    Their ids are negative: they are not those of the bank, and nothing is counted for them.
    """
    return tuple(
        question
        for question in _all_of(language)
        if (not categories or question.category in categories)
        and (not difficulty or question.difficulty == difficulty)
    )


def keyed() -> Iterator[tuple[str, Question]]:
    """Every question of every file, with its key."""
    for folder in sorted(FOLDER.iterdir()):
        yield from zip(_keys_of(folder.name), _all_of(folder.name), strict=True)


@cache
def _all_of(language: str) -> tuple[Question, ...]:
    return tuple(
        Question(
            id=-number,
            text=entry["text"],
            category=category,
            difficulty=entry["difficulty"],
            choices=tuple(entry["choices"]),
            answer=LETTERS.index(entry["answer"]),
            language=language,
        )
        for number, (category, entry) in enumerate(_entries(language), start=1)
    )


def _keys_of(language: str) -> list[str]:
    return [entry["key"] for _, entry in _entries(language)]


@cache
def _entries(language: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    if not language.isalpha() or not (FOLDER / language).is_dir():
        return ()
    return tuple(
        (category, entry)
        for category in CATEGORIES
        if (path := FOLDER / language / f"{category}.json").exists()
        for entry in json.loads(path.read_text(encoding="utf-8"))
    )
