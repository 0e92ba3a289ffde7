"""Share images of pages that are about no person: one game, or the whole house."""

from dataclasses import dataclass
from pathlib import Path

from sharing.pictures import fonts, palette
from sharing.pictures.canvas import EDGE, MARK, WIDTH, Canvas


@dataclass(frozen=True)
class GamePicture:
    name: str
    blurb: str
    facts: tuple[str, ...]
    emblem: Path | None

    def draw(self, canvas: Canvas) -> None:
        canvas.house()
        canvas.text(EDGE, 234, self.name, 82, weight=800, room=1050, smallest=48)
        canvas.lines(EDGE, 310, self.blurb, 36, room=620, most=4, fill=palette.FELT_INK_2)
        x = EDGE
        for fact in self.facts:
            wide = round(fonts.width(fact, 28, 600))
            canvas.panel((x, 508, x + wide + 44, 562), 27, palette.BRASS)
            canvas.text(x + 22, 545, fact, 28, weight=600, fill=palette.ON_BRASS)
            x += wide + 44 + 16
        canvas.emblem(self.emblem, (736, 262, 1146, 570))


@dataclass(frozen=True)
class HousePicture:
    slogan: str
    emblems: tuple[Path | None, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.emblem(MARK, (EDGE, 82, EDGE + 150, 232))
        canvas.text(EDGE + 182, 196, "Courtyard", 108, weight=800)
        canvas.lines(EDGE, 304, self.slogan, 40, room=WIDTH - 2 * EDGE, most=2)
        shown = self.emblems[:5]
        wide = (WIDTH - 2 * 60) // max(1, len(shown))
        for number, emblem in enumerate(shown):
            left = 60 + number * wide
            canvas.emblem(emblem, (left + 8, 396, left + wide - 8, 566))
