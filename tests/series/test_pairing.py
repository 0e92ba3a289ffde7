"""Pairing against brute force, its rules as properties, and its arithmetic as rows of a table."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from series.pairing.arena import PATIENCE, Free, arena_pods
from series.pairing.byes import with_bye
from series.pairing.history import History, Pod
from series.pairing.knockout import going_on, knockout_round, serpentine
from series.pairing.rotation import next_players
from series.pairing.sizes import pod_sizes
from series.pairing.swiss import swiss_round


@pytest.mark.parametrize(
    ("entrants", "wanted", "legal", "sizes", "byes"),
    [
        (8, 4, {2, 3, 4}, (4, 4), 0),
        (9, 4, {2, 3, 4}, (4, 3, 2), 0),
        (10, 4, {2, 3, 4}, (4, 4, 2), 0),
        (9, 4, {3, 4}, (3, 3, 3), 0),
        (9, 4, {4}, (4, 4), 1),
        (7, 2, {2, 3}, (2, 2, 2), 1),
        (5, 3, {2, 3}, (3, 2), 0),
        (4, 3, {3, 4, 5}, (3,), 1),
        (64, 4, {3, 4, 5}, (4,) * 16, 0),
        (65, 4, {3, 4, 5}, (4,) * 14 + (3,) * 3, 0),
        (2, 3, {3, 4}, (), 2),
        (0, 2, {2}, (), 0),
    ],
)
def test_remainders_make_a_smaller_pod_before_any_bye(entrants, wanted, legal, sizes, byes):
    assert pod_sizes(entrants, wanted, legal) == (sizes, byes)


def partitions(people, sizes):
    if not people:
        yield ()
        return
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for company in combinations(people[1:], size - 1):
            rest = [one for one in people[1:] if one not in company]
            for more in partitions(rest, left):
                yield ((people[0], *company), *more)


def random_history(random, entrants, wanted, rounds):
    pods, byes = [], []
    for _ in range(rounds):
        order = random.sample(range(entrants), entrants)
        sizes, count = pod_sizes(entrants, wanted, range(2, wanted + 1))
        for size in sizes:
            pods.append(tuple(order[:size]))
            order = order[size:]
        byes += order[:count]
    return History(pods, byes)


@pytest.mark.parametrize(
    ("entrants", "wanted", "rounds"),
    [
        (6, 2, 4),
        (7, 2, 5),
        (8, 2, 6),
        (10, 2, 8),
        (8, 4, 2),
        (9, 3, 3),
        (9, 4, 3),
        (10, 5, 3),
        (11, 4, 2),
        (12, 3, 4),
        (12, 4, 3),
    ],
)
def test_the_search_repeats_no_more_than_brute_force(entrants, wanted, rounds):
    """Every partition into the same pods is looked at, whatever the points are."""
    for seed in range(3):
        random = Random(f"{entrants} {wanted} {seed}")
        history = random_history(random, entrants, wanted, rounds)
        ranked = random.sample(range(entrants), entrants)
        points = {one: Fraction(random.randrange(40), 2) for one in ranked}
        ranked.sort(key=lambda one: -points[one])
        found = swiss_round(ranked, points, wanted, range(2, wanted + 1), history, seed)
        players = [one for one in ranked if one not in found.byes]
        sizes = [len(pod) for pod in found.pods]
        least = min(history.repeats(pods) for pods in partitions(players, sizes))
        assert history.repeats(found.pods) == least
        assert sorted([*found.byes, *(one for pod in found.pods for one in pod)]) == sorted(ranked)


@pytest.mark.parametrize(("entrants", "wanted", "rounds"), [(64, 4, 5), (40, 2, 9), (33, 3, 6)])
def test_a_crowd_meets_nobody_twice_and_begins_evenly(entrants, wanted, rounds):
    """Where so many make it possible there is no repeat at all, though it is no brute force."""
    random = Random(entrants)
    pods: list[Pod] = []
    byes: list[int] = []
    points = dict.fromkeys(range(entrants), Fraction(0))
    legal = {wanted, wanted + 1}
    for number in range(rounds):
        ranked = sorted(points, key=lambda one: (-points[one], one))
        history = History(pods, byes)
        made = swiss_round(ranked, points, wanted, legal, history, number)
        assert made == swiss_round(ranked, points, wanted, legal, history, number)
        assert history.repeats(made.pods) == 0
        for pod in made.pods:
            assert history.firsts[pod[0]] == min(history.firsts[one] for one in pod)
            for place, one in enumerate(random.sample(pod, len(pod))):
                points[one] += Fraction(12 * (len(pod) - 1 - place), len(pod) - 1)
        pods += made.pods
        byes += made.byes
    assert max(Counter(byes).values(), default=0) <= 1
    firsts = History(pods).firsts
    assert max(firsts[one] for one in points) - min(firsts[one] for one in points) <= 2


def test_the_strong_meet_the_strong():
    points = {one: Fraction(one // 4) for one in range(12)}
    ranked = sorted(points, reverse=True)
    pods = swiss_round(ranked, points, 4, {4}, History(), 0).pods
    assert {frozenset(pod) for pod in pods} == {
        frozenset(range(start, start + 4)) for start in (0, 4, 8)
    }


def test_nobody_has_a_second_bye_before_all_had_one():
    byes: list[int] = []
    for number in range(14):
        ranked = Random(number).sample(range(7), 7)
        [chosen] = with_bye(ranked, 1, History((), byes))
        without = [one for one in ranked if byes.count(one) == min(map(byes.count, range(7)))]
        assert chosen == without[-1], "the lowest of those who had fewest"
        byes.append(chosen)
    assert set(Counter(byes).values()) == {2}


def test_a_knockout_spreads_the_strong():
    assert serpentine(range(8), (4, 4)) == ((0, 3, 4, 7), (1, 2, 5, 6))
    pods = knockout_round(range(8), 2, {2}, History(), 1).pods
    assert {frozenset(pod) for pod in pods} == {frozenset({one, 7 - one}) for one in range(4)}
    again = knockout_round([0, 1, 2, 3], 2, {2}, History([(0, 3), (1, 2)]), 1)
    assert History([(0, 3), (1, 2)]).repeats(again.pods) == 0


@pytest.mark.parametrize(
    ("pods", "byes", "least", "through"),
    [
        ([(1, 2), (3, 4)], (), 2, (1, 3)),
        ([(1, 2, 3, 4), (5, 6, 7, 8)], (), 3, (1, 2, 5, 6)),
        ([(1, 2, 3, 4, 5)], (), 2, (1, 2)),
        ([(1, 2)], (3,), 2, (1, 3)),
        # Two winners are too few for a game of three: the better second comes too.
        ([(1, 2, 3), (4, 5, 6)], (), 3, (1, 4, 2)),
        ([(1, 2, 3, 4), (5, 6, 7)], (), 3, (1, 2, 5)),
    ],
)
def test_the_better_half_goes_on(pods, byes, least, through):
    assert going_on(pods, byes, least) == through


def arena(waits, others_play, pods=(), wanted=2, legal=(2,)):
    free = [Free(one, waited) for one, waited in waits.items()]
    made = arena_pods(free, others_play, {}, wanted, legal, History(pods), 7)
    return {frozenset(pod) for pod in made}


@pytest.mark.parametrize(
    ("waits", "others_play", "pods", "wanted", "legal", "made"),
    [
        ({1: 0, 2: 0}, True, (), 2, {2}, [{1, 2}]),
        # Who just met waits for better company, but neither for ever nor for nobody.
        ({1: 0, 2: 0}, True, [(1, 2)], 2, {2}, []),
        ({1: PATIENCE, 2: 0}, True, [(1, 2)], 2, {2}, [{1, 2}]),
        ({1: 0, 2: 0}, False, [(1, 2)], 2, {2}, [{1, 2}]),
        ({1: 0, 2: 0, 3: 0, 4: 0}, True, [(1, 2), (3, 4), (1, 3)], 2, {2}, [{1, 4}, {2, 3}]),
        # Whoever waited longest is seated first.
        ({1: 1, 2: 0, 3: 2}, True, (), 2, {2}, [{1, 3}]),
        # A smaller pod only when patience is at its end or nobody else can come.
        ({1: 0, 2: 0, 3: 0}, True, (), 4, {3, 4}, []),
        ({1: 0, 2: 0, 3: PATIENCE}, True, (), 4, {3, 4}, [{1, 2, 3}]),
        ({1: 0, 2: 0, 3: 0}, False, (), 4, {3, 4}, [{1, 2, 3}]),
        ({1: 0}, False, (), 2, {2}, []),
    ],
)
def test_an_arena_seats_who_is_free(waits, others_play, pods, wanted, legal, made):
    found = arena(waits, others_play, pods, wanted, legal)
    assert found == {frozenset(pod) for pod in made}


@pytest.mark.parametrize(("people", "chairs"), [(5, 4), (6, 4), (7, 3), (9, 4), (4, 4), (3, 4)])
def test_everybody_plays_equally_often(people, chairs):
    pods: list[Pod] = []
    for game in range(2 * people):
        pod = next_players([(one, 0) for one in range(people)], chairs, History(pods), game)
        if pods and people <= 2 * chairs:
            assert set(pod) >= set(range(people)) - set(pods[-1]), "who sat out sits first"
        pods.append(pod)
        played = Counter(one for each in pods for one in each)
        assert max(played[one] for one in range(people)) <= 1 + min(
            played[one] for one in range(people)
        )


def test_who_comes_late_takes_turns_with_the_others():
    pods: list[Pod] = []
    for game in range(12):
        present = [(one, 0) for one in range(4)] + ([(9, 6)] if game >= 6 else [])
        pods.append(next_players(present, 4, History(pods), game))
    late = [9 in pod for pod in pods[6:]]
    assert late[0] and not all(late), "at once, but not in every game"
