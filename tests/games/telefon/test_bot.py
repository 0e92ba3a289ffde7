"""The bot: legal, quick, sees only its view, and reads what others lack."""

from typing import Any

import pytest

from games.engine.contract import Seat
from games.telefon import bot, rules, values
from games.telefon.testing import imagine
from games.telefon.tiles import HALVES
from games.telefon.values import Options, Play
from tests.games.contests import (
    MOVE_SECONDS,
    hidden_changes_nothing,
    quickest,
    slowest_move,
)
from tests.games.telefon.tables import Fixed, table


@pytest.mark.parametrize(
    ("seats", "hand", "teams"),
    [(2, "default", False), (3, "default", False), (4, 7, False), (4, "default", True)],
)
def test_a_move_takes_less_than_fifty_milliseconds(seats: int, hand: Any, teams: bool) -> None:
    options = Options(target=100, hand=hand, teams=teams)
    assert slowest_move(rules, options, seats) < MOVE_SECONDS


def test_the_longest_reading_is_quick_as_well() -> None:
    state = table(
        ["0-1 1-2 2-4 3-5 4-6 5-6 1-6 2-6", "0-2 1-3 2-5 3-6 1-4 1-5 0-4 0-5"],
        laid="6-6",
    )
    assert quickest(lambda: sharp(state))[0] < MOVE_SECONDS


@pytest.mark.parametrize("level", rules.INFO.levels)
def test_what_is_hidden_changes_no_choice(level: str) -> None:
    hidden_changes_nothing(rules, imagine, Options(), 3, level, seeds=20)


def sharp(state: values.State) -> Any:
    moves = rules.legal_moves(state, state.turn)
    return bot.bot(rules.view(state, state.turn), moves, Fixed(), "sharp")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        # Ten points rather than none.
        (
            table(["4-5 1-5 0-0", "6-6 1-1 2-2"], laid="3-5 3-3>left", bazar="0-1 0-2"),
            Play("4-5", "right"),
        ),
        # The next player has shown to have no 1 and no 2: that is what is left to them.
        (
            table(
                ["1-4 4-6 0-0", "3-6 5-6 3-5 5-5"],
                laid="2-4",
                bazar="0-1 0-2 2-2 1-1 0-5",
                lacks=[[], [1, 2]],
            ),
            Play("1-4", "right"),
        ),
        # All is known: going out now with the bonus beats five points more and a reply.
        (table(["4-6", "6-6 5-5"], laid="2-4 2-6>left"), Play("4-6", "left")),
    ],
)
def test_sharp_sees(state: values.State, expected: Play) -> None:
    assert sharp(state) == expected


def test_what_was_shown_to_lack_is_not_expected_in_that_hand() -> None:
    state = table(["1-4 4-6", "3-6 5-6"], laid="2-4", bazar="0-1", lacks=[[], [1, 2]])
    view = rules.view(state, Seat(0))
    odds = bot.Evaluator(view).odds
    assert odds and not any({1, 2} & set(HALVES[tile]) for tile in odds)
