"""Chances are exact: counted here once more, in the dullest possible way."""

from itertools import product

import pytest

from games.otzarot import probability
from games.otzarot.dice import FACES


@pytest.mark.parametrize("skulls", [0, 1, 2])
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_the_chance_of_three_skulls_is_what_counting_all_rolls_gives(
    dice: int, skulls: int
) -> None:
    rolls = list(product(FACES, repeat=dice))
    lost = sum(roll.count("skull") + skulls >= 3 for roll in rolls)
    assert probability.bust(dice, skulls) == pytest.approx(lost / len(rolls), abs=1e-12)


@pytest.mark.parametrize(
    ("dice", "skulls", "percent"),
    [(2, 2, 31), (6, 2, 67), (2, 1, 3), (2, 0, 0), (8, 0, 13), (3, 0, 1), (1, 3, 100)],
)
def test_in_percent(dice: int, skulls: int, percent: int) -> None:
    assert probability.percent(probability.bust(dice, skulls)) == percent


def test_a_chance_is_never_called_certain_that_is_not() -> None:
    assert probability.percent(0.001) == 1
    assert probability.percent(0.999) == 99
    assert probability.percent(0.0) == 0
    assert probability.percent(1.0) == 100


def test_the_expected_value_of_a_hold_is_the_mean_over_all_rolls() -> None:
    worth = probability.worth_of_all(lambda counts: counts[0] * 100 + counts[5] ** 3)
    table = probability.expected(worth)
    hold = (1, 1, 1, 1, 0, 1)
    total = 0.0
    for roll in product(range(6), repeat=3):
        coins, skulls = 1 + roll.count(0), 1 + roll.count(5)
        total += coins * 100 + skulls**3
    assert table[probability.INDEX[hold]] == pytest.approx(total / 6**3)


def test_there_are_3003_holds() -> None:
    assert len(probability.HOLDS) == len(set(probability.HOLDS)) == 3003
