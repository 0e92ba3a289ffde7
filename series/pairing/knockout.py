"""Knock-out: the better half of each pod goes on, until one pod is left, which is the final."""

from collections.abc import Collection, Sequence

from series.pairing.byes import with_bye
from series.pairing.history import History, Pod
from series.pairing.search import Problem, best_pods
from series.pairing.seating import seated
from series.pairing.sizes import pod_sizes
from series.pairing.swiss import Pairing


def knockout_round(
    ranked: Sequence[int], wanted: int, legal: Collection[int], history: History, seed: int
) -> Pairing:
    """The next round of those who are still in, best first. The strong are spread over the pods."""
    sizes, count = pod_sizes(len(ranked), wanted, legal)
    byes = with_bye(ranked, count, history)
    players = [one for one in ranked if one not in byes]
    rank = {one: index for index, one in enumerate(players)}
    everything = sum(rank.values())

    def uneven(pod: Sequence[int]) -> int:
        """How far the mean rank of a pod is from that of all; whole numbers, so scaled."""
        return (len(players) * sum(rank[one] for one in pod) - len(pod) * everything) ** 2

    pods = best_pods(serpentine(players, sizes), Problem(history.meetings, uneven), seed)
    return Pairing(seated(pods, history, seed), byes)


def serpentine(players: Sequence[int], sizes: Sequence[int]) -> tuple[Pod, ...]:
    """Dealt to and fro: first to last pod, then back, leaving out those that are full."""
    pods: list[list[int]] = [[] for _ in sizes]
    rest = list(players)
    forth = True
    while rest:
        order = range(len(pods)) if forth else range(len(pods) - 1, -1, -1)
        for index in order:
            if rest and len(pods[index]) < sizes[index]:
                pods[index].append(rest.pop(0))
        forth = not forth
    return tuple(tuple(pod) for pod in pods)


def going_on(pods: Sequence[Sequence[int]], byes: Sequence[int], least: int) -> tuple[int, ...]:
    """Who is in the next round, of pods whose entrants stand in the order of their result.

    The better half of each, at least one. Where those are too few for any pod, the best of the
    others come too: the next of each pod in turn.
    """
    through = [one for pod in pods for one in pod[: max(1, len(pod) // 2)]] + list(byes)
    next_best = [pod[max(1, len(pod) // 2) :] for pod in pods]
    for place in range(max(map(len, next_best), default=0)):
        for pod in next_best:
            if len(through) < least and place < len(pod):
                through.append(pod[place])
    return tuple(through)
