"""Pairing history: who met whom how often, who had a bye, who began and sat where."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

Pod = tuple[int, ...]
"""The entrants at one table, in the order of their seats: the first begins."""


@dataclass(frozen=True)
class History:
    """All pods so far, oldest first, and everybody who had a bye, once for each."""

    pods: Sequence[Pod] = ()
    byes: Sequence[int] = ()

    @cached_property
    def met(self) -> Counter[frozenset[int]]:
        """How often two have met."""
        return Counter(frozenset(pair) for pod in self.pods for pair in combinations(pod, 2))

    @cached_property
    def had_bye(self) -> Counter[int]:
        return Counter(self.byes)

    @cached_property
    def firsts(self) -> Counter[int]:
        """How often somebody began."""
        return Counter(pod[0] for pod in self.pods)

    @cached_property
    def seats(self) -> Counter[tuple[int, int]]:
        """How often somebody sat in a seat."""
        return Counter((one, seat) for pod in self.pods for seat, one in enumerate(pod))

    @cached_property
    def last_pod(self) -> dict[int, frozenset[int]]:
        """With whom somebody sat last."""
        return {one: frozenset(pod) for pod in self.pods for one in pod}

    def meetings(self, one: int, other: int) -> int:
        return self.met[frozenset((one, other))]

    def repeats(self, pods: Sequence[Pod]) -> int:
        """How many meetings of these pods are not the first of their two, each time counted."""
        return sum(self.meetings(*pair) for pod in pods for pair in combinations(pod, 2))
