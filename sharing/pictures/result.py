"""Share image of a match that is over: how it ended, who played, what they reached."""

from dataclasses import dataclass
from pathlib import Path

from sharing.pictures import palette
from sharing.pictures.canvas import EDGE, WIDTH, Canvas
from sharing.pictures.score_sheet import Row, score_sheet


@dataclass(frozen=True)
class ResultPicture:
    game: str
    emblem: Path | None
    headline: str
    date: str
    rows: tuple[Row, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.house(self.date)
        canvas.text(EDGE, 170, self.game, 32, weight=600, fill=palette.BRASS, room=700)
        room = WIDTH - 2 * EDGE
        last = canvas.lines(EDGE, 226, self.headline, 46, weight=700, room=room, most=2)
        top = round(last) + 34
        score_sheet(canvas, (60, top, 728, 576), self.rows)
        canvas.emblem(self.emblem, (748, top - 10, 1150, 580))
