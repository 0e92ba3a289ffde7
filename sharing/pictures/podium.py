"""Share image of a podium: how a series of matches ended, for whoever was part of it."""

from dataclasses import dataclass

from accounts.people.avatar import avatar_of
from sharing.pictures import palette
from sharing.pictures.canvas import EDGE, WIDTH, Canvas
from sharing.pictures.people import Person
from sharing.pictures.score_sheet import MEDALS

WIDE, GAP, FLOOR = 212, 14, 574
STEPS = {1: 178, 2: 142, 3: 116}
MIDDLE = 400
REST = 5
"""How many are listed beside the podium."""


@dataclass(frozen=True)
class Standing:
    place: int
    person: Person
    points: str


def standing(place: int, name: str, points: str) -> Standing:
    """Of a name alone: its avatar is as the name falls."""
    return Standing(place, Person(name, avatar_of(name, None, None)), points)


@dataclass(frozen=True)
class PodiumPicture:
    """`standings` in order; who shares a place shares its number."""

    title: str
    note: str
    standings: tuple[Standing, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.house(self.note)
        canvas.text(EDGE, 184, self.title, 56, weight=800, room=WIDTH - 2 * EDGE, smallest=34)
        on_steps, others = self.standings[:3], self.standings[3:]
        middle = MIDDLE if others else WIDTH // 2
        for number, each in enumerate(on_steps):
            self._step(canvas, middle + (0, -1, 1)[number] * (WIDE + GAP), each)
        for number, each in enumerate(others[:REST]):
            y = 420 + (2 * number - min(REST, len(others)) + 1) * 29
            canvas.text(786, y, str(each.place), 26, weight=700, fill=palette.BRASS, align="right")
            canvas.avatar(804, y - 32, 44, each.person.avatar)
            wide = canvas.text(
                WIDTH - EDGE, y, each.points, 28, weight=700, align="right", room=150
            )
            canvas.text(862, y, each.person.name, 28, weight=500, room=254 - wide)

    def _step(self, canvas: Canvas, x: int, each: Standing) -> None:
        """Somebody above the block of their place."""
        top = FLOOR - STEPS.get(each.place, STEPS[3])
        left = x - WIDE // 2
        first = each.place == 1
        face = 104 if first else 84
        canvas.avatar(x - face // 2, top - face - 46, face, each.person.avatar)
        canvas.text(
            x, top - 14, each.person.name, 28, weight=700, align="middle", room=WIDE, smallest=18
        )
        canvas.panel((left, top + 6, left + WIDE, FLOOR + 6), 18, "#000000", 0.25)
        canvas.panel((left, top, left + WIDE, FLOOR), 18, MEDALS.get(each.place, palette.PAPER_2))
        ink = palette.ON_BRASS
        canvas.text(x, top + 62, str(each.place), 56, weight=800, fill=ink, align="middle")
        canvas.text(
            x, top + 98, each.points, 26, weight=600, fill=ink, align="middle", room=WIDE - 20
        )
