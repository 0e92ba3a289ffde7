"""Arena pairing: the next pod as soon as enough are free, without those one has just met."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from series.pairing.history import History, Pod
from series.pairing.search import Problem, best_pods
from series.pairing.seating import seated
from series.pairing.sizes import pod_sizes
from series.pairing.swiss import in_order, score_groups

PATIENCE = 10.0
"""Seconds that somebody waits for better company while others are about to be free."""

JUST_MET = 100
"""A meeting right after the last one is as bad as so many others."""


@dataclass(frozen=True)
class Free:
    """An entrant without a table, and since how many seconds."""

    entrant: int
    waited: float


def arena_pods(
    free: Sequence[Free],
    others_play: bool,
    points: Mapping[int, Fraction],
    wanted: int,
    legal: Collection[int],
    history: History,
    seed: int,
) -> tuple[Pod, ...]:
    """The pods that begin now. Who has waited longest is seated first.

    While others play, a pod that is too small or that has just played waits for them, but no
    longer than `PATIENCE`. When nobody else can come, all that is legal begins at once.
    """
    waiting = sorted(free, key=lambda each: (-each.waited, each.entrant))
    waited = {each.entrant: each.waited for each in waiting}

    def patient(pod: Sequence[int]) -> bool:
        return others_play and max(waited[one] for one in pod) < PATIENCE

    sizes, byes = pod_sizes(len(waiting), wanted, legal)
    if not sizes:
        return ()
    # Whoever waited least waits on, if not all can sit.
    players = [each.entrant for each in waiting[: len(waiting) - byes]]
    ranked = sorted(players, key=lambda one: (-points.get(one, Fraction(0)), one))
    groups = score_groups(ranked, points)

    def meetings(one: int, other: int) -> int:
        just = other in history.last_pod.get(one, ()) or one in history.last_pod.get(other, ())
        return history.meetings(one, other) + JUST_MET * just

    def apart(pod: Sequence[int]) -> int:
        return sum(abs(groups[one] - groups[other]) for one, other in combinations(pod, 2))

    def begins(pod: Pod) -> bool:
        again = any(meetings(*pair) > JUST_MET for pair in combinations(pod, 2))
        return not patient(pod) or (len(pod) == wanted and not again)

    pods = best_pods(in_order(ranked, sizes), Problem(meetings, apart), seed)
    return seated([pod for pod in pods if begins(pod)], history, seed)
