"""Results of a series as the standings read them: who ended where in which match."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One entrant in one match."""

    entrant: int
    place: int
    """As the match gave it; equal places are a tie."""
    seat: int = 0
    """0 begins."""
    counts: bool = True
    """False: they did not come, or left. They are last and get no points."""


@dataclass(frozen=True)
class Result:
    """A finished match."""

    match: int
    round: int
    lines: tuple[Line, ...]

    def places(self) -> dict[int, int]:
        """Places among the entrants alone: bots are nobody, and who does not count is last."""
        stayed = [line for line in self.lines if line.counts]
        return {
            line.entrant: 1 + sum(other.place < line.place for other in stayed)
            if line.counts
            else len(stayed) + 1
            for line in self.lines
        }


@dataclass(frozen=True)
class Bye:
    """A round in which somebody had no pod, or a match that counts for nobody."""

    entrant: int
    round: int
    annulled: bool = False


def in_order(results: Sequence[Result]) -> list[Result]:
    """As they were played."""
    return sorted(results, key=lambda result: (result.round, result.match))
