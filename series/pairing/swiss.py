"""Swiss pods: those with about as many points meet, and nobody meets the same people again."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from series.pairing.byes import with_bye
from series.pairing.history import History, Pod
from series.pairing.search import Problem, best_pods
from series.pairing.seating import seated
from series.pairing.sizes import pod_sizes


@dataclass(frozen=True)
class Pairing:
    """A round: its pods in the order of their seats, and who has a bye."""

    pods: tuple[Pod, ...]
    byes: tuple[int, ...] = ()


def swiss_round(
    ranked: Sequence[int],
    points: Mapping[int, Fraction],
    wanted: int,
    legal: Collection[int],
    history: History,
    seed: int,
) -> Pairing:
    """The next round of these entrants, best first."""
    sizes, count = pod_sizes(len(ranked), wanted, legal)
    byes = with_bye(ranked, count, history)
    players = [one for one in ranked if one not in byes]
    groups = score_groups(players, points)

    def apart(pod: Sequence[int]) -> int:
        return sum((groups[one] - groups[other]) ** 2 for one, other in combinations(pod, 2))

    pods = best_pods(in_order(players, sizes), Problem(history.meetings, apart), seed)
    return Pairing(seated(pods, history, seed), byes)


def score_groups(players: Sequence[int], points: Mapping[int, Fraction]) -> dict[int, int]:
    """Who has equally many points is in one group; groups are counted from the top."""
    levels = sorted({points.get(one, Fraction(0)) for one in players}, reverse=True)
    number = {level: index for index, level in enumerate(levels)}
    return {one: number[points.get(one, Fraction(0))] for one in players}


def in_order(players: Sequence[int], sizes: Sequence[int]) -> tuple[Pod, ...]:
    """The best in the first pod, the next in the second; the smaller pods come last."""
    rest, pods = list(players), []
    for size in sizes:
        pods.append(tuple(rest[:size]))
        rest = rest[size:]
    return tuple(pods)
