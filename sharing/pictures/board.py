"""Share image of a leaderboard: the first five, with their numbers."""

from dataclasses import dataclass
from pathlib import Path

from sharing.pictures import palette
from sharing.pictures.canvas import EDGE, Canvas
from sharing.pictures.score_sheet import Row, score_sheet

ROWS = 5


@dataclass(frozen=True)
class BoardPicture:
    game: str
    emblem: Path | None
    title: str
    note: str
    rows: tuple[Row, ...]
    empty: str
    """What is said where nobody stands on the board yet."""

    def draw(self, canvas: Canvas) -> None:
        canvas.house(self.note)
        wide = canvas.text(EDGE, 186, self.game, 52, weight=700, room=660, smallest=34)
        canvas.text(
            EDGE + wide + 22, 186, self.title, 32, weight=600, fill=palette.BRASS, room=1040 - wide
        )
        if self.rows:
            score_sheet(canvas, (60, 216, 728, 576), self.rows[:ROWS])
        else:
            canvas.lines(EDGE, 280, self.empty, 36, room=600, most=3)
        canvas.emblem(self.emblem, (748, 206, 1150, 580))
