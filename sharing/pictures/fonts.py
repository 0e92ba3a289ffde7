"""Fonts of a picture: the variable faces of the pages, chosen letter by letter as a browser does.

Pillow reads the same woff2 files that pages are sent. Letters of a script that none of them has
are drawn as a dot: the pages leave those to the reader's own system, and a server has none.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from PIL import ImageFont

FOLDER = Path(__file__).parents[2] / "static" / "fonts"
UNKNOWN = "·"


@dataclass(frozen=True)
class Face:
    """A font file, and the letters for which it is taken: `unicode-range` in tokens.css."""

    file: str
    ranges: str
    lightest: int = 100

    def has(self, letter: str) -> bool:
        return any(first <= ord(letter) <= last for first, last in spans(self.ranges))


LATIN = Face(
    "alexandria-latin-wght-normal.woff2",
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,"
    "U+2191,U+2193,U+2212,U+2215",
)
LATIN_EXT = Face(
    "alexandria-latin-ext-wght-normal.woff2",
    "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+1E00-1EFF,U+20A0-20AB,U+20AD-20C0",
)
ARABIC = Face(
    "alexandria-arabic-wght-normal.woff2",
    "U+0600-06FF,U+0750-077F,U+FB50-FDFF,U+FE70-FEFC",
)
HEBREW = Face("rubik-hebrew-wght-normal.woff2", "U+0590-05FF,U+20AA,U+FB1D-FB4F", lightest=300)
FACES = (LATIN, LATIN_EXT, ARABIC, HEBREW)
RIGHT_TO_LEFT = (ARABIC, HEBREW)


@cache
def spans(ranges: str) -> tuple[tuple[int, int], ...]:
    ends = [part.removeprefix("U+").split("-") for part in ranges.split(",")]
    return tuple((int(each[0], 16), int(each[-1], 16)) for each in ends)


@lru_cache(maxsize=256)
def font(face: Face, size: int, weight: int) -> ImageFont.FreeTypeFont:
    loaded = ImageFont.truetype(FOLDER / face.file, size, layout_engine=ImageFont.Layout.RAQM)
    loaded.set_variation_by_axes([max(face.lightest, weight)])
    return loaded


@dataclass(frozen=True)
class Run:
    """Letters of one face, next to each other."""

    face: Face
    text: str


def runs(text: str, *, sentence: bool = False) -> list[Run]:
    """The text from left to right, each run of one face and one direction.

    It begins on the side of its first letter; a sentence on the left, whatever it begins with.
    """
    faces = [(letter, _face_of(letter)) for letter in _clean(text)]
    parts = [list(group) for _side, group in groupby(_with_sides(faces), key=lambda each: each[2])]
    letters = (face for letter, face in faces if letter.isalpha())
    if not sentence and next(letters, LATIN) in RIGHT_TO_LEFT:
        parts.reverse()
    found = []
    for part in parts:
        of_part = [
            Run(face, "".join(letter for letter, _face, _side in group))
            for face, group in groupby(part, key=lambda each: each[1])
        ]
        found += of_part[::-1] if part[0][2] == "right" else of_part
    return found


def _with_sides(faces: list[tuple[str, Face]]) -> Iterator[tuple[str, Face, str]]:
    """Each letter with its direction. A space within one direction is of the word before it;
    between two it stands alone."""
    sides = ["right" if face in RIGHT_TO_LEFT else "left" for _letter, face in faces]
    for place, (letter, face) in enumerate(faces):
        if letter != " ":
            yield letter, face, sides[place]
        elif sides[place - 1] == sides[place + 1]:
            yield letter, faces[place - 1][1], sides[place - 1]
        else:
            yield letter, face, "between"


def _face_of(letter: str) -> Face:
    return next((face for face in FACES if face.has(letter)), LATIN)


def _clean(text: str) -> str:
    """Composed, on one line, without signs that no face has."""
    kept = []
    for letter in " ".join(unicodedata.normalize("NFC", text).split()):
        kind = unicodedata.category(letter)
        if any(face.has(letter) for face in FACES):
            kept.append("" if kind in ("Cf", "Cc") else letter)
        elif kind[0] in "LN":
            kept.append(UNKNOWN)
    return " ".join("".join(kept).split())


def width(text: str, size: int, weight: int) -> float:
    return sum(font(run.face, size, weight).getlength(run.text) for run in runs(text))


def shortened(text: str, size: int, weight: int, room: float) -> str:
    """The text, or as much of it as there is room for and a sign that it goes on."""
    if width(text, size, weight) <= room:
        return text
    kept = text
    while kept and width(f"{kept.rstrip()}…", size, weight) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def wrapped(text: str, size: int, weight: int, room: float, most: int) -> list[str]:
    """Lines of words that fit, about equally long; what is too much is cut off with a sign."""
    lines = _broken(text, size, weight, room, most)
    narrower = room
    while len(lines) > 1 and narrower > room / 2:
        narrower -= size / 2
        again = _broken(text, size, weight, narrower, most + 1)
        if len(again) > len(lines):
            break
        lines = again
    return [shortened(line, size, weight, room) for line in lines]


def _broken(text: str, size: int, weight: int, room: float, most: int) -> list[str]:
    """Words on lines; all that is left over on the last one."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or width(longer, size, weight) <= room):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
