"""Discount of repeated results: against the same people each counts less within a day. Pure.

Whoever meets the same person again and again learns little more about who is better, and two
accounts that meet only each other learn nothing. So somebody's second result with the same person
in the same game within 24 hours counts half, the third a quarter, and further ones not at all.
At a table of several the one whom they met most often decides. Only results that counted for them
are counted, so that a day later everything is as it was.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

DAY = timedelta(hours=24)

WEIGHTS = (1.0, 0.5, 0.25)
"""Of the first, second … result; what follows weighs nothing."""

Met = Mapping[tuple[int, int], int]
"""How often, by person and other person, they met within the day, with a result that counted."""


def weights(people: Collection[int], met: Met) -> dict[int, float]:
    """How much a result counts for each of those who sat at the table."""
    return {
        who: _weight(max((met.get((who, other), 0) for other in people if other != who), default=0))
        for who in people
    }


def _weight(times: int) -> float:
    return WEIGHTS[times] if times < len(WEIGHTS) else 0.0


class Meetings:
    """Who met whom lately, while all matches are replayed in their order."""

    def __init__(self) -> None:
        self._lately: dict[tuple[str, int], list[tuple[datetime, Collection[int]]]] = {}

    def before(self, game: str, people: Iterable[int], at: datetime) -> Met:
        met: Counter[tuple[int, int]] = Counter()
        for who in people:
            kept = [each for each in self._lately.get((game, who), ()) if each[0] > at - DAY]
            self._lately[game, who] = kept
            met.update((who, other) for _at, others in kept for other in others)
        return met

    def note(self, game: str, counted: Mapping[int, float], at: datetime) -> None:
        """A match in which the result weighed so much for each."""
        for who, weight in counted.items():
            if weight:
                self._lately.setdefault((game, who), []).append((at, tuple(counted)))
