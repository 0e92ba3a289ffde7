"""Probabilities and expected values of rolls. Exact: every way eight dice can fall is counted.

A *hold* is how many dice of each face stay on the table, eight or fewer; the others are rolled. The
expected value of a hold is the mean of the six holds with one die more, and that of eight dice is
what they are worth. So one pass over all holds gives the expected value of every possible roll.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from math import comb
from typing import cast

from games.otzarot.dice import DICE, FACES, SKULL, Counts
from games.otzarot.scoring import TOO_MANY

SIDES = len(FACES)


@cache
def bust(dice: int, skulls: int) -> float:
    """The chance that rolling so many dice brings the skulls to three."""
    spare = TOO_MANY - skulls
    if spare <= 0:
        return 1.0
    rolls: int = SIDES**dice
    safe: int = sum(comb(dice, n) * (SIDES - 1) ** (dice - n) for n in range(min(spare, dice + 1)))
    return (rolls - safe) / rolls


def percent(chance: float) -> int:
    """Rounded, but never to a certainty that it is not."""
    if 0 < chance < 1:
        return min(99, max(1, round(100 * chance)))
    return round(100 * chance)


def holds_of(size: int) -> list[Counts]:
    """Every hold of so many dice."""
    # Five bars among the dice part them into six faces.
    parted = combinations(range(size + SIDES - 1), SIDES - 1)
    edges = [(-1, *bars, size + SIDES - 1) for bars in parted]
    return [cast(Counts, tuple(b - a - 1 for a, b in pairwise(row))) for row in edges]


HOLDS: list[Counts] = [hold for size in range(DICE, -1, -1) for hold in holds_of(size)]
"""Eight dice first, then seven, down to none."""
INDEX: dict[Counts, int] = {hold: index for index, hold in enumerate(HOLDS)}
FULL = len(holds_of(DICE))
NEXT: list[tuple[int, ...]] = [
    tuple(
        INDEX[cast(Counts, (*hold[:face], hold[face] + 1, *hold[face + 1 :]))]
        for face in range(SIDES)
    )
    for hold in HOLDS[FULL:]
]
"""For each hold of fewer than eight dice: the indices of those with one die more."""


def expected(worth: Sequence[float]) -> list[float]:
    """Of what eight dice are worth (the first FULL holds): the expected value of every hold."""
    values = list(worth)
    # Larger holds come first, so that all six are known.
    values += [0.0] * len(NEXT)
    for index, (a, b, c, d, e, f) in enumerate(NEXT, FULL):
        total = values[a] + values[b] + values[c] + values[d] + values[e] + values[f]
        values[index] = total / SIDES
    return values


def worth_of_all(value: Callable[[Counts], float]) -> list[float]:
    return [value(counts) for counts in HOLDS[:FULL]]


@cache
def ways_to_hold(counts: Counts, least: int) -> tuple[int, ...]:
    """The indices of all holds that keep every skull and roll at least so many dice."""
    parts = [range(n + 1) for n in counts[:SKULL]]
    most = sum(counts) - least
    return tuple(
        INDEX[cast(Counts, (*kept, counts[SKULL]))]
        for kept in product(*parts)
        if sum(kept) + counts[SKULL] <= most
    )
