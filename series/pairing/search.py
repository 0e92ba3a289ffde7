"""Pairing search: pods with the fewest repeats, and among those the best match.

Up to `EXACT` entrants it is branch and bound over every partition, so its result is the optimum.
Above, a first partition is improved: some neighbouring pods are taken together and solved exactly,
then each pod with a repeat together with others drawn by the seed, until no repeat is left or the
budget is used. Costs are compared in order: first repeats, then misfit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from series.pairing.history import Pod

EXACT = 12
"""So many entrants are paired by looking at everything."""

BUDGET = 40_000
"""Partial pods that are looked at beyond that, which takes well under a second."""

Cost = tuple[int, int]


@dataclass
class Problem:
    """What a pod costs: meetings that were had before, and how badly its entrants fit together."""

    meetings: Callable[[int, int], int]
    misfit: Callable[[Sequence[int]], int]
    looked_at: int = 0
    _known: dict[frozenset[int], Cost] = field(default_factory=dict)

    def cost(self, pod: Sequence[int]) -> Cost:
        key = frozenset(pod)
        found = self._known.get(key)
        if found is None:
            repeats = sum(self.meetings(one, other) for one, other in combinations(pod, 2))
            found = self._known[key] = (repeats, self.misfit(pod))
        return found

    def total(self, pods: Sequence[Sequence[int]]) -> Cost:
        costs = [self.cost(pod) for pod in pods]
        return sum(cost[0] for cost in costs), sum(cost[1] for cost in costs)


def best_pods(first: Sequence[Pod], problem: Problem, seed: int) -> tuple[Pod, ...]:
    """Pods of the same sizes and entrants as the first ones, at the least cost found."""
    if sum(map(len, first)) <= EXACT:
        return exact(first, problem)
    return _improved(list(first), problem, Random(seed))


def exact(first: Sequence[Pod], problem: Problem) -> tuple[Pod, ...]:
    """Branch and bound: the first entrant without a pod gets one of each size and company."""
    best, least = tuple(first), problem.total(first)

    def extend(
        rest: tuple[int, ...], sizes: list[int], made: tuple[Pod, ...], so_far: Cost
    ) -> None:
        nonlocal best, least
        if not rest:
            best, least = made, so_far
            return
        one, others = rest[0], rest[1:]
        options = []
        for size in sorted(set(sizes)):
            for company in combinations(others, size - 1):
                problem.looked_at += 1
                cost = problem.cost((one, *company))
                total = (so_far[0] + cost[0], so_far[1] + cost[1])
                if total < least:
                    options.append((total, size, company))
        options.sort(key=lambda option: option[0])
        for total, size, company in options:
            if total >= least:
                return
            left = sizes.copy()
            left.remove(size)
            unseated = tuple(other for other in others if other not in company)
            extend(unseated, left, (*made, (one, *company)), total)

    everybody = tuple(one for pod in first for one in pod)
    extend(everybody, [len(pod) for pod in first], (), (0, 0))
    return best


def _improved(pods: list[Pod], problem: Problem, random: Random) -> tuple[Pod, ...]:
    for start in range(len(pods)):
        _solve_together(pods, _neighbours(pods, start), problem)
        if problem.looked_at > BUDGET:
            break
    while problem.looked_at <= 2 * BUDGET:
        repeated = [index for index, pod in enumerate(pods) if problem.cost(pod)[0]]
        if not repeated:
            break
        chosen = [random.choice(repeated)]
        others = [index for index in range(len(pods)) if index != chosen[0]]
        for index in random.sample(others, len(others)):
            if sum(len(pods[each]) for each in chosen) + len(pods[index]) <= EXACT:
                chosen.append(index)
        _solve_together(pods, sorted(chosen), problem)
    return tuple(pods)


def _neighbours(pods: Sequence[Pod], start: int) -> list[int]:
    """The pods from this one on that are together small enough."""
    chosen: list[int] = []
    for index in range(start, len(pods)):
        if sum(len(pods[each]) for each in [*chosen, index]) > EXACT:
            break
        chosen.append(index)
    return chosen


def _solve_together(pods: list[Pod], indexes: Sequence[int], problem: Problem) -> None:
    if len(indexes) > 1:
        solved = exact([pods[index] for index in indexes], problem)
        for index, pod in zip(indexes, solved, strict=True):
            pods[index] = pod
