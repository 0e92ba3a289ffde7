"""A turn: draw and discard, or swap; 31 and Blitz; the clock."""

import pytest

from games import registry
from games.engine.contract import Seat
from games.engine.play import play
from games.thirtyone import rules
from games.thirtyone.values import Bet, Discard, Discarded, Draw, Drew, Saw, Struck, Swap, Swapped
from tests.games.thirtyone.tables import PLAIN, Fixed, cards, last, played, table

RULES = registry.rules_for("thirtyone")


def test_a_draw_is_seen_by_its_owner_only() -> None:
    state = table(deck="KD", turn=1)
    step = played(state, Draw())
    assert step.state.hands[1] == (*state.hands[1], "KD")
    assert step.state.deck == state.deck[1:]
    assert step.state.phase == "discard"
    assert step.facts == (Drew(seat=Seat(1)), Saw(card="KD", known_to=(Seat(1),)))
    assert rules.view(step.state, Seat(1)).drawn == "KD"
    assert len(rules.view(step.state, Seat(1)).hand) == 4
    for other in (Seat(0), Seat(2), None):
        view = rules.view(step.state, other)
        assert view.drawn is None and "KD" not in view.hand
    # It is still the same turn.
    assert (step.state.turn, step.state.turns_left) == (1, state.turns_left)


@pytest.mark.parametrize("card", ["2H", "3D", "4C", "KD"])
def test_any_of_the_four_is_discarded(card: str) -> None:
    state = played(table(deck="KD", turn=1, left=3), Draw()).state
    step = played(state, Discard(card))
    after = step.state
    assert after.discards == (card,)
    assert set(after.hands[1]) == set(state.hands[1]) - {card}
    assert (after.turn, after.turns_left, after.phase, after.drawn) == (2, 2, "turn", None)
    assert step.facts == (Discarded(seat=Seat(1), card=card),)


def test_a_swap_takes_the_top_and_leaves_a_card_in_its_place() -> None:
    state = table(discards="9C QH", turn=1, left=2)
    step = played(state, Swap("3D"))
    assert step.state.hands[1] == cards("2H QH 4C")
    assert step.state.discards == cards("9C 3D")
    assert step.facts == (Swapped(seat=Seat(1), card="3D", taken="QH"),)
    assert (step.state.turn, step.state.turns_left) == (2, 1)


def test_moves_of_each_phase() -> None:
    state = table(turn=1)
    assert rules.legal_moves(state, Seat(1)) == (Draw(),)  # nothing to swap for, and no passing
    state = table(discards="9C", turn=1)
    hand = state.hands[1]
    assert rules.legal_moves(state, Seat(1)) == (Draw(), *(Swap(card) for card in hand))
    state = played(state, Draw()).state
    assert rules.legal_moves(state, Seat(1)) == tuple(Discard(card) for card in state.hands[1])
    assert rules.legal_moves(state, Seat(0)) == rules.legal_moves(state, Seat(2)) == ()


@pytest.mark.parametrize(("seats", "turns", "order"), [(3, "total", 5), (4, "each", 20)])
def test_turns_go_clockwise_until_the_limit(seats: int, turns: str, order: int) -> None:
    state = played(table(PLAIN[:seats], phase="bet", opener=1, turns=turns), Bet(1)).state
    moved = []
    while state.hand_no == 1:
        moved.append(state.turn)
        state = played(state, Draw()).state
        assert state.drawn is not None
        state = played(state, Discard(state.drawn)).state
    assert moved == [(2 + n) % seats for n in range(order)]


@pytest.mark.parametrize(
    ("hand", "drawn", "thrown", "why"),
    [
        ("AS KS 2H", "QS", "2H", "31"),
        ("AS KS 2H", "10S", "2H", "31"),
        ("7S 7D 2H", "7C", "2H", "blitz"),
        ("AH AD 2H", "AC", "2H", "blitz"),
    ],
)
@pytest.mark.parametrize("left", [1, 4])
def test_a_finished_turn_that_strikes_wins_even_on_the_last_turn(
    hand: str, drawn: str, thrown: str, why: str, left: int
) -> None:
    # The last seat would win the showdown.
    state = table([PLAIN[3], hand, "KD QD 5C"], deck=drawn, left=left, turn=1)
    state = played(state, Draw()).state
    assert state.hand_no == 1, "four cards are no hand"
    step = played(state, Discard(thrown))
    assert (last(step.state).why, last(step.state).winners) == (why, (1,))
    assert any(isinstance(fact, Struck) for fact in step.facts)


def test_a_swap_strikes_as_well() -> None:
    state = table([PLAIN[0], "AH KH 2C", PLAIN[2]], discards="JH", turn=1, left=3)
    assert last(played(state, Swap("2C")).state).why == "31"


def test_throwing_the_winning_card_away_wins_nothing() -> None:
    state = played(table([PLAIN[0], "AH KH 2C", PLAIN[2]], deck="JH", turn=1, left=3), Draw()).state
    assert played(state, Discard("JH")).state.last_hand is None


# ---- The clock -----------------------------------------------------------------------------------


def test_the_clock_bets_one() -> None:
    timer = rules.timer(table(phase="bet", opener=2))
    assert timer is not None
    assert (timer.seat, timer.move, timer.seconds) == (2, Bet(1), 45)


def test_the_clock_draws_and_discards_what_it_drew_under_one_deadline() -> None:
    state = table(deck="KD", turn=1, left=2, turn_seconds=30)
    first = rules.timer(state)
    assert first is not None and (first.seat, first.move, first.seconds) == (1, Draw(), 30)
    state = play(RULES, state, first.seat, first.move, Fixed()).state
    second = rules.timer(state)
    assert second is not None and second.move == Discard("KD")
    assert second.clock == first.clock
    state = play(RULES, state, second.seat, second.move, Fixed()).state
    third = rules.timer(state)
    assert third is not None and third.clock != first.clock


def test_every_turn_and_hand_has_a_clock_of_its_own() -> None:
    state = played(table(phase="bet"), Bet(1)).state
    clocks: list[str] = []
    while state.hand_no < 3:
        timer = rules.timer(state)
        assert timer is not None
        if timer.clock not in clocks[-1:]:
            clocks.append(timer.clock)
        state = play(RULES, state, timer.seat, timer.move, Fixed()).state
    assert len(clocks) == len(set(clocks)) == 5 + 1 + 5
