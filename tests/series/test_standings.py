"""Points and tie-breaks as rows of a table, and every number as the sum of its marks."""

from fractions import Fraction
from random import Random

import pytest

from series.standings.points import by_place, people_beaten
from series.standings.results import Bye, Line, Result
from series.standings.table import standings


def result(*places, match=1, number=1, gone=(), seats=None):
    """A match: the place of each entrant 1, 2, 3 …, or pairs of entrant and place."""
    pairs = [each if isinstance(each, tuple) else (i, each) for i, each in enumerate(places, 1)]
    lines = tuple(
        Line(entrant, place, seat, entrant not in gone)
        for seat, (entrant, place) in enumerate(pairs)
    )
    return Result(match, number, lines)


@pytest.mark.parametrize(
    ("places", "gone", "points"),
    [
        ((1, 2), (), (12, 0)),
        ((1, 2, 3), (), (12, 6, 0)),
        ((2, 1, 4, 3), (), (8, 12, 0, 4)),
        ((1, 2, 3, 4, 5), (), (12, 9, 6, 3, 0)),
        ((1, 1, 3, 4), (), (10, 10, 4, 0)),
        ((1, 2, 2, 4, 5), (), (12, 7.5, 7.5, 3, 0)),
        ((1, 1, 1), (), (6, 6, 6)),
        # Bots are nobody: places 2 and 4 of a larger table are first and second.
        ((4, 2), (), (0, 12)),
        # Whoever left gets nothing, and those who stayed are ranked among themselves.
        ((1, 2, 3), (1,), (0, 12, 6)),
        ((1, 2, 3, 4), (1, 4), (0, 12, 8, 0)),
        ((1, 2), (1, 2), (0, 0)),
        ((3,), (), (12,)),
    ],
)
def test_points_by_place(places, gone, points):
    given = by_place(result(*places, gone=gone))
    assert tuple(given[one] for one in range(1, len(places) + 1)) == points


@pytest.mark.parametrize(
    ("places", "gone", "points"),
    [
        ((1, 2), (), (1, 0)),
        ((1, 2, 3), (), (2, 1, 0)),
        ((1, 1, 3), (), (1, 1, 0)),
        ((2, 1, 3, 4), (2,), (3, 0, 2, 1)),
    ],
)
def test_an_arena_counts_people_beaten(places, gone, points):
    given = people_beaten(result(*places, gone=gone))
    assert tuple(given[one] for one in range(1, len(places) + 1)) == points


def test_a_third_win_in_a_row_counts_double():
    matches = [result(1, 2, match=n) for n in (1, 2, 3, 4)] + [result(2, 1, match=5)]
    [first, second] = standings([1, 2], [*matches, result(1, 2, match=6)], scoring="beaten")
    assert [mark.points for mark in first.marks] == [1, 1, 2, 2, 0, 1]
    assert [mark.doubled for mark in first.marks] == [False, False, True, True, False, False]
    assert (first.points, second.points) == (7, 1)


ROWS = [
    # (name, results, byes, the places of 1, 2, 3 …)
    ("points decide", [result(1, 2, 3)], (), (1, 2, 3)),
    (
        "opponents' sum: all but 4 have 12; 2 beat who has none; 1 beat 3",
        [
            result((1, 1), (3, 2), match=1),
            result((2, 1), (4, 2), match=2),
            result((3, 1), (4, 2), match=3, number=2),
        ],
        (),
        (1, 3, 2, 4),
    ),
    (
        "direct result",
        [
            result((2, 1), (1, 2), match=1),
            result((1, 1), (3, 2), match=2, number=2),
            result((3, 1), (2, 2), match=3, number=2),
            result((2, 1), (4, 2), match=4, number=3),
            result((1, 1), (4, 2), match=5, number=3),
        ],
        (),
        (2, 1, 3, 4),
    ),
    ("all equal: who began less often", [result(1, 1)], (), (2, 1)),
    ("all equal: a shared place", [result((2, 1), (1, 1)), result(1, 1, match=2)], (), (1, 1)),
    ("a bye is worth the mean", [result((1, 1), (2, 2))], (Bye(3, 1),), (1, 3, 2)),
]


@pytest.mark.parametrize(
    ("results", "byes", "places"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS]
)
def test_tie_breaks(results, byes, places):
    table = standings(range(1, len(places) + 1), results, byes)
    assert tuple(row.place for row in sorted(table, key=lambda row: row.entrant)) == places


def test_a_smaller_table_weighs_as_much_in_the_opponents_sum():
    [first, *_] = standings([1, 2, 3], [result(1, 2, 3)])
    assert first.opponents == 3, "the mean of 6 and 0"


def test_every_number_is_the_sum_of_its_marks_and_no_order_matters():
    random = Random(3)
    for _ in range(20):
        people = range(1, 9)
        results = []
        for match in range(12):
            pod = random.sample(people, random.choice([2, 3, 4]))
            places = [random.randint(1, len(pod)) for _ in pod]
            results.append(result(*zip(pod, places, strict=True), match=match, number=match // 3))
        for scoring in ("places", "beaten"):
            table = standings(people, results, scoring=scoring)
            shuffled = random.sample(results, len(results))
            assert [(r.entrant, r.place) for r in standings(people, shuffled, scoring=scoring)] == [
                (r.entrant, r.place) for r in table
            ]
            for row in table:
                assert row.points == sum((mark.points for mark in row.marks), Fraction(0))
                mine = [r for r in results if row.entrant in r.places()]
                assert [mark.match for mark in row.marks] == [r.match for r in mine]


def test_in_a_knockout_the_final_decides():
    """1 loses the final to 3 after two better matches, and is second; 2 and 4 went out before."""
    rounds = [
        result((1, 1), (2, 2), match=1),
        result((4, 1), (3, 1), match=2),
        result((3, 1), (1, 2), match=3, number=2),
    ]
    table = standings([1, 2, 3, 4], rounds, scoring="knockout")
    assert [row.entrant for row in table] == [3, 1, 4, 2]
    assert [row.points for row in table] == [18, 12, 6, 0]


def test_what_was_played_against_somebody_removed_counts_as_it_was_played():
    """2 beat 1, who then beat 3 and is removed: 2 keeps the points and the opponents' sum."""
    rounds = [result((2, 1), (1, 2), match=1), result((1, 1), (3, 2), match=2, number=2)]
    table = standings([1, 2, 3], rounds, removed=[1])
    assert [(row.entrant, row.place, row.points, row.opponents) for row in table] == [
        (2, 1, 12, 12),
        (3, 2, 0, 12),
        (1, 0, 12, 12),
    ]
