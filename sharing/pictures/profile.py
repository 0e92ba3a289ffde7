"""Share image of a profile: the avatar, the name, and the games they are rated in."""

from dataclasses import dataclass

from sharing.pictures import palette
from sharing.pictures.canvas import EDGE, WIDTH, Canvas
from sharing.pictures.people import Person

GAMES = 3


@dataclass(frozen=True)
class Record:
    """A rating in a game; `facts` says how much was played and won."""

    game: str
    rating: str
    facts: str


@dataclass(frozen=True)
class ProfilePicture:
    person: Person
    note: str
    records: tuple[Record, ...]
    empty: str
    """What is said of somebody who has no rating yet."""

    def draw(self, canvas: Canvas) -> None:
        canvas.house()
        canvas.avatar(EDGE, 150, 208, self.person.avatar)
        x = EDGE + 208 + 44
        room = WIDTH - EDGE - x
        canvas.text(x, 262, self.person.name, 86, weight=800, room=room, smallest=48)
        canvas.text(x, 320, self.note, 32, fill=palette.FELT_INK_2, room=room, sentence=True)
        if not self.records:
            canvas.lines(EDGE, 470, self.empty, 36, room=WIDTH - 2 * EDGE, most=2)
        wide = (WIDTH - 2 * 60 - (GAMES - 1) * 24) // GAMES
        for number, record in enumerate(self.records[:GAMES]):
            left = 60 + number * (wide + 24)
            canvas.paper((left, 394, left + wide, 572))
            inner = wide - 60
            canvas.text(
                left + 30, 440, record.game, 26, weight=600, fill=palette.BRASS_INK, room=inner
            )
            canvas.text(left + 30, 506, record.rating, 60, weight=800, fill=palette.INK, room=inner)
            canvas.text(left + 30, 546, record.facts, 24, fill=palette.INK_2, room=inner)
