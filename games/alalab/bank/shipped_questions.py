"""Shipped questions: those that come with the game, read from its own files.

`questions/<language>/<category>.json` is a list of questions; the file names tell language and
category. Each has a key of its own that never changes, so that its words can be mended later.
"""

import json
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from games.alalab.question import CATEGORIES, LETTERS, MatchQuestion

FOLDER = Path(__file__).parent / "questions"


def select(
    categories: Collection[str] = (), difficulty: int | None = None, language: str = "en"
) -> tuple[MatchQuestion, ...]:
    """The questions of the files; no category and no difficulty given means all of them.

    Their ids are negative: they are not those of the bank, and nothing is counted for them.
    """
    return tuple(
        question
        for question in _all_of(language)
        if (not categories or question.category in categories)
        and (not difficulty or question.difficulty == difficulty)
    )


def by_key() -> Iterator[tuple[str, MatchQuestion]]:
    """Every question of every file, with its key."""
    for folder in sorted(FOLDER.iterdir()):
        yield from zip(_keys_of(folder.name), _all_of(folder.name), strict=True)


@cache
def _all_of(language: str) -> tuple[MatchQuestion, ...]:
    return tuple(
        MatchQuestion(
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
