"""Setup: hands in blocks, the stock, the starter, who begins, the second deal."""

from typing import Any

import pytest

from games.engine.contract import Seat
from games.engine.errors import InvalidOptions, NotYourTurn
from games.forty import rules, values
from games.forty.values import DECK, Exchange, Keep, Options, Throw
from tests.games.forty.tables import Fixed, played, table

REVERSED = tuple(reversed(DECK))


@pytest.mark.parametrize("leader", [0, 1])
def test_two_players_get_ten_each_and_twenty_are_stock(leader: int) -> None:
    state = rules.deal(2, Options(), Fixed(REVERSED, leader)).state
    assert state.hands == (REVERSED[:10], REVERSED[10:20])
    assert state.stock == REVERSED[20:]
    assert (state.loose, state.builds, state.starter) == ((), (), None)
    assert (state.phase, state.turn) == ("play", leader)


def test_three_players_get_thirteen_each_and_the_fortieth_card_lies_open() -> None:
    state = rules.deal(3, Options(), Fixed(REVERSED, 2)).state
    assert state.hands == (REVERSED[:13], REVERSED[13:26], REVERSED[26:39])
    assert state.stock == ()
    assert state.loose == (REVERSED[39],)
    assert state.starter == REVERSED[39]
    assert state.phase == "exchange"
    assert state.turn == 2


def test_chance_deals_first_and_then_picks_who_starts() -> None:
    chance = Fixed()
    rules.deal(2, Options(), chance)
    assert chance.asked == ["shuffle", "pick"]


@pytest.mark.parametrize("seats", [0, 1, 4])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(InvalidOptions, match="2 or 3 players"):
        rules.deal(seats, Options(), Fixed())


@pytest.mark.parametrize("leader", [0, 1])
def test_when_both_hands_are_empty_the_stock_is_dealt_and_the_same_player_leads(
    leader: int,
) -> None:
    state = rules.deal(2, Options(), Fixed(REVERSED, leader)).state
    for _ in range(20):
        assert len(state.stock) == 20
        step = played(state, Throw(state.hands[state.turn][0]))
        state = step.state
    assert state.hands == (REVERSED[20:30], REVERSED[30:])
    assert state.stock == ()
    assert state.turn == leader
    assert step.facts[-1] == values.StockDealt(each=10)


def test_hands_stay_level_while_turns_go_clockwise() -> None:
    state = table(["6S 7S", "8S 9S", "10S 5S"], turn=1)
    seen = []
    for _ in range(5):
        seen.append(state.turn)
        state = played(state, Throw(state.hands[state.turn][0])).state
    assert seen == [1, 2, 0, 1, 2]


# ---- The 3 of hearts ---------------------------------------------------------------------------

WINDOW = table(
    ["6S 7S", "8S 3H", "10S 5S"], loose="6C", starter="6C", phase="exchange", turn=2, leader=2
)


def test_only_the_holder_may_move_in_the_window() -> None:
    assert rules.legal_moves(WINDOW, Seat(1)) == (Exchange(), Keep())
    for seat in (0, 2):
        assert rules.legal_moves(WINDOW, Seat(seat)) == ()
        with pytest.raises(NotYourTurn):
            played(WINDOW, {"type": "exchange"}, seat)


def test_in_the_window_it_is_nobodys_turn_in_any_view() -> None:
    for seat in (0, 1, 2, None):
        view = rules.view(WINDOW, None if seat is None else Seat(seat))
        assert (view.turn, view.phase, view.starter) == (None, "exchange", "6C")


def test_exchange_takes_the_starter_and_lays_the_three() -> None:
    step = played(WINDOW, {"type": "exchange"}, 1)
    assert step.state.hands[1] == ("8S", "6C")
    assert step.state.loose == ("3H",)
    assert step.state.starter == "3H"
    assert (step.state.phase, step.state.turn) == ("play", 2)
    assert step.facts == (values.Exchanged(seat=Seat(1), taken="6C"),)


def test_keep_changes_nothing_but_the_phase_and_stays_unknown() -> None:
    step = played(WINDOW, {"type": "keep"}, 1)
    assert step.state.hands == WINDOW.hands
    assert step.state.loose == ("6C",)
    assert (step.state.phase, step.state.turn) == ("play", 2)
    public = [fact for fact in step.facts if fact.known_to is None]
    secret = [fact for fact in step.facts if fact.known_to is not None]
    assert public == [values.StarterStayed(starter="6C")]
    assert secret == [values.Kept(seat=Seat(1), known_to=(Seat(1),))]


@pytest.mark.parametrize("seconds", [30, 45, 60, 86400])
def test_the_window_closes_by_itself_after_15_seconds(seconds: Any) -> None:
    chance = Fixed(REVERSED)
    state = rules.deal(3, Options(turn_seconds=seconds), chance).state
    timer = rules.timer(state)
    assert timer is not None
    assert (timer.label, timer.seconds, timer.move) == ("exchange", 15, Keep())
    assert "3H" in state.hands[timer.seat]
    after = played(state, timer.move, timer.seat).state
    assert (after.phase, after.starter) == ("play", "AS")


def test_there_is_no_window_when_the_starter_is_the_three() -> None:
    deck = (*(card for card in DECK if card != "3H"), "3H")
    state = rules.deal(3, Options(), Fixed(deck, 1)).state
    assert (state.phase, state.starter, state.loose) == ("play", "3H", ("3H",))
    assert rules.legal_moves(state, Seat(1))


def test_there_is_no_window_for_two() -> None:
    state = rules.deal(2, Options(), Fixed(REVERSED)).state
    assert state.phase == "play"
    assert not any(isinstance(m, Exchange | Keep) for m in rules.legal_moves(state, state.turn))


def test_the_exchange_happens_once() -> None:
    after = played(WINDOW, Exchange(), 1).state
    for seat in (0, 1, 2):
        moves = rules.legal_moves(after, Seat(seat))
        assert not any(isinstance(move, Exchange | Keep) for move in moves)
