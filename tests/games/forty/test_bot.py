"""The bot: legal, quick, and sees only its view."""

from typing import Any

import pytest

from games.engine.contract import Seat
from games.forty import bot, rules, values
from games.forty.testing import imagine
from games.forty.values import Build, Capture, Exchange, Keep, Options, Target, Throw
from tests.games.contests import (
    MOVE_SECONDS,
    hidden_changes_nothing,
    slowest_move,
)
from tests.games.forty.tables import Fixed, table


@pytest.mark.parametrize("seats", [2, 3])
def test_a_move_takes_less_than_fifty_milliseconds(seats: int) -> None:
    assert slowest_move(rules, Options(), seats) < MOVE_SECONDS


@pytest.mark.parametrize("level", rules.INFO.levels)
def test_what_is_hidden_changes_no_choice(level: str) -> None:
    hidden_changes_nothing(rules, imagine, Options(), 3, level)


def sharp(state: values.State, seat: int = 0) -> Any:
    moves = rules.legal_moves(state, Seat(seat))
    return bot.bot(rules.view(state, Seat(seat)), moves, Fixed(), "sharp")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        # Points before plain cards.
        (table(["7D AH", "5H 5C"], loose="7C AC"), Capture("AH", Target(card="AC"))),
        # The spade of two equal targets.
        (table(["7D 2C", "5H 5C"], loose="7C 7S"), Capture("7D", Target(card="7S"))),
        # A build with a point in it, taken before another does.
        (
            table(["10S 7D", "5H 5C"], loose="7C", builds=["9C AD"]),
            Capture("10S", Target(build=("9C", "AD"))),
        ),
        # A plain card is laid down rather than an ace, 2♠ or 10♦.
        (table(["AH 2S 10D 8C", "5H 5C 6H 6C"]), Throw("8C")),
        # The very last card of all: a capture brings in the whole table.
        (table(["9H", ""], loose="9C AS AD 10D", last=1), Capture("9H", Target(card="9C"))),
        # All the other tens are seen, so only this hand can take a build of ten.
        (
            table(["4H 10S 9C", "5H 5C 6H"], loose="6C 10H 10C", piles=["", "10D"]),
            Build("4H", "6C", 10),
        ),
    ],
)
def test_sharp_sees(state: values.State, expected: Any) -> None:
    assert sharp(state) == expected


@pytest.mark.parametrize(
    ("starter", "hand", "expected"),
    [("AD", "3H 8C 9C", Exchange()), ("6C", "3H 6D 9C", Keep())],
)
def test_the_three_is_swapped_for_something_better(starter: str, hand: str, expected: Any) -> None:
    state = table([hand, "5H", "7H"], loose=starter, starter=starter, phase="exchange")
    assert sharp(state) == expected
