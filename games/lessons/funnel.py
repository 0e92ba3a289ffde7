"""Funnel of the lessons: how many came to which step of which lesson on which day.

Counters without people in them. Step 0 is the start; the number after the last step, the end.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from games import registry
from games.models import LessonCount

DAYS = 30

COUNT = """
INSERT INTO games_lessoncount (game, step, day, reached)
SELECT %s, step, (clock_timestamp() AT TIME ZONE 'UTC')::date, 1 FROM unnest(%s::smallint[]) step
ON CONFLICT (game, step, day) DO UPDATE SET reached = games_lessoncount.reached + 1
"""


@dataclass(frozen=True)
class Funnel:
    """One lesson: how many came to each step, the end included."""

    name: str
    reached: tuple[int, ...]

    @property
    def started(self) -> int:
        return self.reached[0]

    @property
    def finished(self) -> int:
        return self.reached[-1]

    @property
    def left(self) -> tuple[int, ...]:
        """By step how many came to it and not to the next; who was there before may come later."""
        return tuple(max(0, here - after) for here, after in pairwise(self.reached))

    @property
    def most_left(self) -> int | None:
        """The step, counted from 1, at which most leave."""
        return 1 + self.left.index(max(self.left)) if any(self.left) else None


def count(game: str, steps: Iterable[int]) -> None:
    """Somebody is at these steps for the first time."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [game, sorted(steps)])


def funnels(days: int = DAYS) -> list[Funnel]:
    """Of every lesson there is, over the last days."""
    since = timezone.now().date() - timedelta(days=days)
    rows = LessonCount.objects.filter(day__gt=since).values_list("game", "step")
    found = {(game, step): n for game, step, n in rows.annotate(n=Sum("reached"))}
    return [
        Funnel(
            game.info.name,
            tuple(found.get((game.key, step), 0) for step in range(len(game.lesson.steps) + 1)),
        )
        for game in registry.games()
        if game.lesson
    ]
