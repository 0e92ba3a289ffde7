"""Share image of a table: who invites to which game, and where it is public, who sits there."""

from dataclasses import dataclass
from pathlib import Path

from sharing.pictures import fonts, palette
from sharing.pictures.canvas import EDGE, Canvas
from sharing.pictures.people import Person

FACE = 84


@dataclass(frozen=True)
class InvitationPicture:
    """`options`, `people`, `free` and `code` stay empty for a private table."""

    title: str
    game: str
    emblem: Path | None
    note: str = ""
    options: str = ""
    people: tuple[Person, ...] = ()
    free: int = 0
    code: str = ""

    def draw(self, canvas: Canvas) -> None:
        canvas.house(self.note)
        lower = 0 if self.code or self.people else 60
        canvas.text(EDGE, 198 + lower, self.title, 38, weight=600, fill=palette.BRASS, room=1050)
        canvas.text(EDGE, 284 + lower, self.game, 82, weight=800, room=660, smallest=48)
        if self.options:
            canvas.lines(EDGE, 334, self.options, 28, room=640, most=1, fill=palette.FELT_INK_2)
        self._chairs(canvas, 366)
        self._letters(canvas, 484)
        canvas.emblem(self.emblem, (760, 190, 1146, 566))

    def _chairs(self, canvas: Canvas, top: int) -> None:
        x = EDGE
        for person in self.people:
            canvas.avatar(x, top, FACE, person.avatar)
            x += FACE + 16
        for _chair in range(self.free):
            box = (x, top, x + FACE, top + FACE)
            canvas.panel(box, 25, palette.FELT_EDGE, 0.45)
            canvas.outline(box, 25, palette.BRASS, 3)
            canvas.panel((x + 28, top + 40, x + 56, top + 44), 2, palette.BRASS)
            canvas.panel((x + 40, top + 28, x + 44, top + 56), 2, palette.BRASS)
            x += FACE + 16

    def _letters(self, canvas: Canvas, top: int) -> None:
        """The code, a tile for each letter."""
        for number, letter in enumerate(self.code):
            x = EDGE + number * 70
            canvas.panel((x, top + 5, x + 60, top + 79), 14, "#000000", 0.25)
            canvas.panel((x, top, x + 60, top + 74), 14, palette.PAPER)
            size = 42
            wide = fonts.width(letter, size, 700)
            canvas.text(x + 30 - wide / 2, top + 52, letter, size, weight=700, fill=palette.INK)
