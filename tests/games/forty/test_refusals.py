"""Every mistake is answered with the sentence that names it."""

from typing import Any

import pytest

from games.engine.contract import Seat
from games.engine.errors import GameOver, IllegalMove, NotYourTurn
from games.forty import rules, values
from games.forty.values import Build, Capture, Exchange, Keep, StealBuild, Target, Throw
from tests.games.forty.tables import played, table

TABLE = table(
    ["4H 7D 10S 8C", "5H", "2D"],
    loose="6C 9H 3S",
    builds=["6D 2C"],
    piles=["AC AD", "5S 3D", ""],
    starter="6C",
    turns=3,
)
SWAPPED = table(["4H 7D", "5H", "2D"], loose="3H", starter="3H")
FOR_TWO = table(["4H 7D", "5H"], loose="3H")
WINDOW = table(["4H 7D", "3H", "2D"], loose="6C", starter="6C", phase="exchange")


@pytest.mark.parametrize(
    ("state", "move", "sentence"),
    [
        (TABLE, Throw("5H"), "The 5♥ is not in your hand."),
        (TABLE, Capture("6S", Target(card="6C")), "The 6♠ is not in your hand."),
        # Captures.
        (
            TABLE,
            Capture("7D", Target(card="6C")),
            "The 7♦ (7) does not take the 6♣ (6): a card takes its own value.",
        ),
        (TABLE, Capture("7D", Target(card="7H")), "There is no loose 7♥ on the table."),
        (TABLE, Capture("4H", Target(card="3D")), "There is no loose 3♦ on the table."),
        (
            TABLE,
            Capture("8C", Target(card="6D")),
            "The 6♦ lies in a build. Builds never change: take it whole, with a card of value 8.",
        ),
        (
            TABLE,
            Capture("10S", Target(build=("6D", "2C"))),
            "This build counts 8; the 10♠ counts 10.",
        ),
        (
            TABLE,
            Capture("10S", Target(build=("6D", "4C"))),
            "There is no build of 4♣ and 6♦ on the table.",
        ),
        (
            TABLE,
            Capture("9S", Target(build=("6C", "3S"))),
            "The 9♠ is not in your hand.",
        ),
        (
            TABLE,
            Capture("10S", Target(build=("6C", "6C"))),
            "There is no build of 6♣ and 6♣ on the table.",
        ),
        # Builds.
        (TABLE, Build("4H", "6H", 10), "There is no loose 6♥ on the table."),
        (
            TABLE,
            Build("4H", "2C", 6),
            "The 2♣ lies in a build. Builds never change: take it whole, with a card of value 8.",
        ),
        (TABLE, Build("4H", "6C", 9), "The 4♥ and the 6♣ make 10, not 9."),
        (
            TABLE,
            Build("4H", "9H", 13),
            "The 4♥ and the 9♥ make 13: a build counts at most 10.",
        ),
        # The total is the graver mistake of the two.
        (
            TABLE,
            Build("4H", "9H", 10),
            "The 4♥ and the 9♥ make 13: a build counts at most 10.",
        ),
        (
            table(["4H 7D", "5H"], loose="5C"),
            Build("4H", "5C", 9),
            "To build 9 you need a card of value 9 in your hand to take it with later.",
        ),
        # The played card cannot be the one that stays.
        (
            table(["4H 8D", "5H"], loose="4C 8C"),
            Build("8D", "8C", 8),
            "The 8♦ and the 8♣ make 16: a build counts at most 10.",
        ),
        # Steals.
        (TABLE, StealBuild("4H", Seat(0), "AD", 5), "Nobody steals from their own pile."),
        (TABLE, StealBuild("4H", Seat(3), "3D", 7), "There is no such player at this table."),
        (TABLE, StealBuild("4H", Seat(-1), "3D", 7), "There is no such player at this table."),
        (
            TABLE,
            StealBuild("4H", Seat(2), "3D", 7),
            "That pile is empty: there is nothing to steal.",
        ),
        (
            TABLE,
            StealBuild("4H", Seat(1), "5S", 9),
            "Only the top of a pile can be stolen, and that is the 3♦.",
        ),
        (TABLE, StealBuild("4H", Seat(1), "3D", 8), "The 4♥ and the 3♦ make 7, not 8."),
        (
            TABLE,
            StealBuild("8C", Seat(1), "3D", 11),
            "The 8♣ and the 3♦ make 11: a build counts at most 10.",
        ),
        (
            table(["4H 8D", "5H"], piles=["", "3D"]),
            StealBuild("4H", Seat(1), "3D", 7),
            "To build 7 you need a card of value 7 in your hand to take it with later.",
        ),
        # The 3 of hearts.
        (
            TABLE,
            Exchange(),
            "The 3♥ may be swapped only before the first turn of a round.",
        ),
        (TABLE, Keep(), "The 3♥ may be swapped only before the first turn of a round."),
        (SWAPPED, Exchange(), "The starter is the 3♥: there is nothing to swap."),
        (FOR_TWO, Exchange(), "The 3♥ is swapped only in a game of three."),
    ],
)
def test_the_sentence_names_the_mistake(state: values.State, move: Any, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        played(state, move)
    assert str(refusal.value) == sentence


def test_the_holder_cannot_play_before_the_window_is_closed() -> None:
    with pytest.raises(IllegalMove) as refusal:
        played(WINDOW, Throw("3H"), 1)
    assert str(refusal.value) == ("Nobody plays yet: first the 3♥ may be swapped for the starter.")


@pytest.mark.parametrize("move", [Exchange(), Keep(), Throw("4H")])
def test_others_in_the_window_hear_only_that_it_is_not_their_turn(move: Any) -> None:
    for seat in (0, 2):
        with pytest.raises(NotYourTurn):
            played(WINDOW, move, seat)


def test_in_the_window_a_reason_is_the_same_for_all() -> None:
    assert len({str(rules.why_not(WINDOW, Seat(seat), Exchange())) for seat in (0, 2)}) == 1


def test_out_of_turn_and_after_the_end() -> None:
    with pytest.raises(NotYourTurn):
        played(TABLE, Throw("5H"), 1)
    with pytest.raises(GameOver):
        played(table(["", ""], phase="over"), Throw("5H"), 1)


def test_a_refusal_changes_nothing() -> None:
    before = repr(TABLE)
    with pytest.raises(IllegalMove):
        played(TABLE, Build("4H", "6C", 9))
    assert repr(TABLE) == before
