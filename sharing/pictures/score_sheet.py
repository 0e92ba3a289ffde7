"""Score sheet: rows of people with a place and a value, on paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from sharing.pictures import fonts, palette
from sharing.pictures.canvas import Box, Canvas
from sharing.pictures.people import Person

TALLEST = 84
MEDALS = {1: palette.BRASS, 2: "#C3C8C6", 3: "#CE9562"}


@dataclass(frozen=True)
class Row:
    """A person, or a team, with what they reached."""

    people: tuple[Person, ...]
    value: str = ""
    place: int | None = None


def score_sheet(canvas: Canvas, box: Box, rows: Sequence[Row]) -> None:
    """As tall as its rows need, in the middle of its box. Who is first stands on brass."""
    left, top, right, bottom = box
    height = min(TALLEST, (bottom - top - 24) // max(1, len(rows)))
    top += (bottom - top - 24 - height * len(rows)) // 2
    canvas.paper((left, top, right, top + 24 + height * len(rows)))
    size = min(34, height * 46 // 100)
    for number, row in enumerate(rows):
        upper = top + 12 + number * height
        middle = upper + height // 2
        first = row.place == 1
        if first:
            canvas.panel((left + 12, upper + 2, right - 12, upper + height - 2), 18, palette.BRASS)
        elif number:
            canvas.panel((left + 30, upper - 1, right - 30, upper), 0, palette.PAPER_LINE)
        ink, base = palette.ON_BRASS if first else palette.INK, middle + size * 36 // 100
        weight = 700 if first else 500
        _place(canvas, left + 54, middle, row.place, size, first)
        face = height - 18
        x = left + 92
        for person in row.people:
            canvas.avatar(x, middle - face // 2, face, person.avatar)
            x += face + 8
        wide = fonts.width(row.value, size, 700)
        canvas.text(right - 34, base, row.value, size, weight=700, fill=ink, align="right")
        names = " + ".join(person.name for person in row.people)
        room = right - 34 - wide - 24 - x - 10
        canvas.text(x + 10, base, names, size, weight=weight, fill=ink, room=room)


def _place(canvas: Canvas, x: int, middle: int, place: int | None, size: int, first: bool) -> None:
    """A medal for the first three, a number for the others."""
    medal = None if first else MEDALS.get(place or 0)
    if medal:
        canvas.dot(x, middle, size * 70 // 100, medal)
    ink = palette.ON_BRASS if first or medal else palette.INK_2
    text = "–" if place is None else str(place)
    small = size * 85 // 100
    canvas.text(
        x, middle + small * 36 // 100, text, small, weight=700, fill=ink, align="middle", room=60
    )
