"""Every mistake has its sentence, and no sentence tells what the seat cannot know."""

from itertools import combinations
from typing import Any

import pytest

from games.engine.contract import Seat
from games.engine.errors import GameOver, IllegalMove, NotYourTurn
from games.telefon import rules, values
from games.telefon.reasons import SEVERAL_ENDS
from games.telefon.values import Draw, Pass, Play
from tests.games.telefon.tables import played, table

FOUR_WAYS = "3-3 2-3>left 3-5>right"


@pytest.mark.parametrize(
    ("state", "move", "why"),
    [
        (table(["2-6", "4-4"], laid="2-3"), Play("4-4", "left"), "The 4-4 is not in your hand."),
        (table(["2-6", "4-4"], laid="2-3"), Play("2-3", "left"), "The 2-3 is not in your hand."),
        (
            table(["2-3 1-1", "4-4"], must="2-3"),
            Play("1-1", "left"),
            "The first game is opened with the 2-3.",
        ),
        (
            table(["2-3 1-1", "4-4"], must="2-3"),
            Play("2-3", "right"),
            "The first tile lies in the middle and has no end.",
        ),
        (
            table(["2-6 1-4", "4-4"], laid="2-3"),
            Play("1-4", "left"),
            "The 1-4 fits nowhere: the ends are 2, 3.",
        ),
        (
            table(["2-6", "4-4"], laid="2-3"),
            Play("2-6", "right"),
            "The 2-6 does not fit on the right: that end is a 3.",
        ),
        (
            table(["3-6", "4-4"], laid="2-3"),
            Play("3-6", "left"),
            "The 3-6 does not fit on the left: that end is a 2.",
        ),
        (
            table(["2-6", "4-4"], laid=FOUR_WAYS),
            Play("2-6", "up"),
            "The 2-6 does not fit above: that end is a 3.",
        ),
        (
            table(["2-6", "4-4"], laid=FOUR_WAYS),
            Play("2-6", "down"),
            "The 2-6 does not fit below: that end is a 3.",
        ),
        (
            table(["2-6", "4-4"], laid="2-3"),
            Play("2-6", "up"),
            "Up and down open when a double has a tile on its left and its right.",
        ),
        (
            table(["2-3 1-1", "4-4"], laid="2-6 3-6>right"),
            Play("2-3"),
            "The 2-3 fits at several ends. Choose one: left, right.",
        ),
        (
            table(["3-6 1-1", "4-4"], laid=FOUR_WAYS),
            Play("3-6"),
            "The 3-6 fits at several ends. Choose one: up, down.",
        ),
        (
            table(["2-6", "4-4"], laid="2-3", bazar="1-1"),
            Draw(),
            "You can play the 2-6, so you may not draw.",
        ),
        (
            table(["2-6", "4-4"], laid="2-3"),
            Pass(),
            "You can play the 2-6, so you may not pass.",
        ),
        (
            table(["1-6", "4-4"], laid="2-3"),
            Draw(),
            "The bazar is empty: there is nothing to draw.",
        ),
        (
            table(["1-6", "4-4"], laid="2-3", bazar="1-1 0-0"),
            Pass(),
            "Draw before you pass: tiles in the bazar: 2.",
        ),
        (
            table(["1-6", "4-4"], game=2),
            Draw(),
            "You can play the 1-6, so you may not draw.",
        ),
    ],
)
def test_why_not(state: values.State, move: Any, why: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        played(state, move)
    assert str(refusal.value) == why


def test_out_of_turn_and_after_the_end() -> None:
    state = table(["2-6", "2-4"], laid="2-3")
    with pytest.raises(NotYourTurn):
        played(state, Play("2-4", "left"), seat=1)
    assert str(rules.why_not(state, Seat(1), Draw())) == NotYourTurn.sentence
    over = table(["2-6", "2-4"], laid="2-3", phase="over", scores=[370, 0])
    with pytest.raises(GameOver):
        played(over, Play("2-6", "left"))
    assert str(rules.why_not(over, Seat(0), Draw())) == GameOver.sentence


def test_whatever_ends_fit_there_is_a_sentence_that_names_them() -> None:
    several = [ends for n in (2, 3, 4) for ends in combinations(values.ENDS, n)]
    assert list(SEVERAL_ENDS) == several
    for ends, sentence in SEVERAL_ENDS.items():
        assert sentence.endswith(f": {', '.join(ends)}.")
