"""The shared values: places, reasons, clocks, options, cards."""

import pytest

from games.engine import cards, options
from games.engine.contract import Outcome, Reason, Seat, Timer, places_by_score
from games.engine.errors import IllegalMove, NotYourTurn
from games.engine.options import options_of
from tests.games.engine import toy
from tests.games.engine.toy import TOY


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((5, 3), (1, 2)),
        ((3, 5), (2, 1)),
        ((4, 4), (1, 1)),
        ((4, 7, 4), (2, 1, 2)),
        ((7, 4, 7), (1, 3, 1)),
        ((0, 0, 0), (1, 1, 1)),
    ],
)
def test_equal_scores_share_a_place(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert places_by_score(scores) == places


@pytest.mark.parametrize(
    ("places", "winners"),
    [((1, 2), (0,)), ((1, 1, 3), (0, 1)), ((None, 1, 2), (1,)), ((), ())],
)
def test_winners_are_all_in_first_place(
    places: tuple[int | None, ...], winners: tuple[int, ...]
) -> None:
    assert Outcome(places, (0,) * len(places), "why").winners == winners


def test_a_reason_is_filled_in() -> None:
    assert str(Reason("No %(card)s here.", {"card": "6♠"})) == "No 6♠ here."
    assert str(Reason("100 % sure.")) == "100 % sure."


def test_a_refusal_has_a_sentence_of_its_own_or_is_given_one() -> None:
    assert str(NotYourTurn()) == "It is not your turn."
    assert str(IllegalMove(Reason("Because."))) == "Because."


@pytest.mark.parametrize(
    "other",
    [
        Timer("turn 2", 45, Seat(0), None),
        Timer("turn 1", 30, Seat(0), None),
        Timer("turn 1", 45, Seat(1), None),
    ],
)
def test_a_clock_runs_on_only_while_label_seconds_and_seat_stay(other: Timer) -> None:
    timer = Timer("turn 1", 45, Seat(0), "this")
    assert timer.clock == Timer("turn 1", 45, Seat(0), "that").clock
    assert timer.clock != other.clock


def test_options_list_their_values_table_options_first() -> None:
    fields = options_of(TOY)
    assert list(fields) == ["turn_seconds", "start", "loud"]
    assert options.choices(fields["turn_seconds"].type) == (30, 45, 60, 86400, 259200)
    assert options.choices(fields["loud"].type) == (False, True)


def test_option_sets_change_one_option_at_a_time() -> None:
    sets = list(options.option_sets(TOY))
    assert sets[0] == toy.Options()
    assert len(sets) == 1 + 4 + 1 + 1


def test_a_deck_has_every_card_once() -> None:
    deck = cards.deck(("A", "10"))
    assert deck == ("AS", "10S", "AH", "10H", "AD", "10D", "AC", "10C")
    assert cards.short("10D") == "10♦"
    assert (cards.rank("10D"), cards.suit("10D")) == ("10", "D")
