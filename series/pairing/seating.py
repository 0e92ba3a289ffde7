"""Seating order: who begins and who sits where is shared out evenly over a series."""

from collections.abc import Iterable
from itertools import permutations
from random import Random

from series.pairing.history import History, Pod


def seated(pods: Iterable[Pod], history: History, seed: int) -> tuple[Pod, ...]:
    """Each pod in the order of its seats. Whoever has begun least begins; equals draw by seed."""
    random = Random(seed)
    return tuple(_seated(pod, history, random) for pod in pods)


def _seated(pod: Pod, history: History, random: Random) -> Pod:
    def unevenness(order: Pod) -> tuple[int, int]:
        places = sum(history.seats[one, seat] for seat, one in enumerate(order))
        return history.firsts[order[0]], places

    drawn = random.sample(pod, len(pod))
    return min(permutations(drawn), key=unevenness)
