"""The showdown, splits, sudden death and the end of the game."""

from typing import Any

import pytest

from games.engine.contract import Seat
from games.thirtyone import rules, values
from games.thirtyone.hands import DECK, strength_of
from games.thirtyone.testing import pieces
from games.thirtyone.values import Bet, Broke, DeathStarted, Discard, Draw, Shown, Won
from tests.games.thirtyone.tables import PLAIN, Fixed, cards, dealt, last, played, table


def shown_down(hands: list[str], **more: Any) -> Any:
    """The last turn: the seat whose turn it is draws and throws away what it drew."""
    used = {card for hand in hands for card in cards(hand)}
    blank = next(card for card in DECK if card not in used)
    state = table(hands, deck=blank, left=1, **more)
    return played(played(state, Draw()).state, Discard(blank))


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        (["KS 9S 2D", "5H 6H 7C", "AD 3H 4C"], (0,)),
        (["KS 9S 2D", "QH 9H AC", "5D 6C 7H"], (0,)),
        (["KD 6D 3D", "KC 9C 2H", "5S 6S 7H"], (1,)),
        (["9D AS 2D", "8H 3H 2C", "5C 6C 7S"], (0,)),
    ],
)
def test_the_best_suit_takes_the_pot(hands: list[str], winners: tuple[int, ...]) -> None:
    step = shown_down(hands, bet=4)
    result = last(step.state)
    assert (result.why, result.winners, result.pot) == ("showdown", winners, 12)
    # Everybody's cards are shown, one after the other from the opener's left.
    assert result.hands == tuple(cards(hand) for hand in hands)
    assert result.totals == tuple(strength_of(cards(hand))[0] for hand in hands)
    assert [fact.seat for fact in step.facts if isinstance(fact, Shown)] == [1, 2, 0]
    assert step.state.chips == tuple(16 + 12 * (seat in winners) for seat in range(3))


SAME = ["JS 7S 2H", "JD 7D 5C", "JC 7C 4H", "JH 7H 3S"]


@pytest.mark.parametrize(
    ("seats", "tied", "opener", "bet", "winners", "gains"),
    [
        (3, (0, 1), 0, 1, (0, 1), (2, 1)),  # the opener is nearest to the opener
        (3, (0, 1), 1, 1, (1, 0), (2, 1)),
        (3, (0, 1), 2, 1, (0, 1), (2, 1)),  # then clockwise
        (3, (1, 2), 2, 3, (2, 1), (5, 4)),
        (3, (0, 1, 2), 1, 2, (1, 2, 0), (2, 2, 2)),
        (4, (0, 1, 3), 1, 2, (1, 3, 0), (3, 3, 2)),  # two chips left over: one each
        (4, (0, 2), 3, 1, (0, 2), (2, 2)),
        (5, (0, 1, 2), 4, 1, (0, 1, 2), (2, 2, 1)),
    ],
)
def test_a_split_gives_odd_chips_to_those_nearest_to_the_opener(
    seats: int,
    tied: tuple[int, ...],
    opener: int,
    bet: int,
    winners: tuple[int, ...],
    gains: tuple[int, ...],
) -> None:
    low = iter(["2S 3D 5S", "2D 3C 6S"])
    equal = iter(SAME)
    hands = [next(equal) if seat in tied else next(low) for seat in range(seats)]
    step = shown_down(hands, opener=opener, bet=bet)
    won = next(fact for fact in step.facts if isinstance(fact, Won))
    assert (won.winners, won.gains) == (winners, gains)
    assert last(step.state).winners == winners
    assert sum(gains) == bet * seats
    for seat in range(seats):
        gain = gains[winners.index(seat)] if seat in winners else 0
        assert step.state.chips[seat] == 20 - bet + gain


# ---- The end of the game -------------------------------------------------------------------------


def test_the_game_ends_when_somebody_is_broke() -> None:
    step = shown_down(["KS 9S 2D", *PLAIN[1:3]], bet=5, chips=[15, 0, 30])
    assert step.state.phase == "over"
    assert step.facts[-1] == Broke(seat=Seat(1))
    outcome = rules.outcome(step.state)
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((30, 0, 30), (1, 3, 1))  # equal most share the win
    view = rules.view(step.state, Seat(0))
    assert view.turn is None and view.pot == 0
    assert rules.timer(step.state) is None


def test_whoever_wins_with_the_last_chips_stays_in() -> None:
    step = shown_down(["KS 9S 2D", *PLAIN[1:3]], bet=5, chips=[0, 20, 25])
    assert step.state.phase == "bet"
    assert step.state.chips == (15, 20, 25)


@pytest.mark.parametrize(
    ("hands", "number", "over"), [(5, 4, False), (5, 5, True), (None, 99, False)]
)
def test_the_game_ends_after_the_agreed_hands(hands: Any, number: int, over: bool) -> None:
    step = shown_down(["KS 9S 2D", *PLAIN[1:3]], hand_no=number, of=hands)
    assert (step.state.phase == "over") is over
    outcome = rules.outcome(step.state)
    assert (outcome is not None) is over
    if outcome:
        assert (outcome.places, outcome.scores) == ((1, 2, 2), (22, 19, 19))


# ---- Sudden death --------------------------------------------------------------------------------


@pytest.mark.parametrize(("turns", "left"), [("total", 5), ("each", 15)])
def test_with_two_chips_each_the_bet_is_one_without_asking(turns: str, left: int) -> None:
    step = dealt(list(PLAIN[:3]), opener=1, chips=2, turns=turns)
    state = step.state
    assert state.sudden_death
    assert (state.phase, state.bet, state.pot, state.chips) == ("turn", 1, 3, (1, 1, 1))
    assert (state.turns_left, state.turn) == (left, 2)
    assert isinstance(step.facts[1], DeathStarted)


@pytest.mark.parametrize("chips", [5, 10, 20])
def test_deeper_tables_ask(chips: int) -> None:
    state = dealt(list(PLAIN[:3]), chips=chips).state
    assert not state.sudden_death and state.phase == "bet"


@pytest.mark.parametrize(
    ("chips", "death"),
    [((2, 2, 2), True), ((2, 1, 1), True), ((3, 1, 1), False), ((1, 1, 4), False)],
)
def test_sudden_death_is_when_every_stack_is_two_or_less_at_the_start_of_a_hand(
    chips: tuple[int, ...], death: bool
) -> None:
    chance = Fixed()
    step = rules.deal_hand(values.Options(), 7, Seat(0), chance.deck, chips, None, chance)
    assert step.state.sudden_death is death
    assert step.state.phase == ("turn" if death else "bet")


@pytest.mark.parametrize(
    ("hands", "chips", "places"),
    [
        (["KS 9S 2D", *PLAIN[1:3]], [1, 1, 1], (1, 2, 2)),
        (["KS 9S 2D", *PLAIN[1:3]], [0, 0, 1], (1, 3, 2)),  # the others by chips
        (["JS 7S 2H", "JD 7D 5C", "2S 3D 4C"], [1, 1, 1], (1, 1, 3)),  # a split shares it
        (["JS 7S 2H", "JD 7D 5C", "2S 3D 4C", "2C 3C 4D"], [1, 0, 1, 0], (1, 1, 3, 4)),
        # Whatever the stacks: the winner of the hand, not the most chips.
        (["KS 9S 2D", *PLAIN[1:3]], [0, 1, 9], (1, 3, 2)),
    ],
)
def test_the_winner_of_sudden_death_wins_the_game(
    hands: list[str], chips: list[int], places: tuple[int, ...]
) -> None:
    state = shown_down(hands, chips=chips, bet=1, death=True).state
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.places == places
    assert outcome.scores == state.chips


def test_a_deal_can_decide_sudden_death() -> None:
    state = dealt(["7S 7H 7D", *PLAIN[1:3]], chips=2).state
    outcome = rules.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((1, 2, 2), (4, 1, 1))


def test_chips_are_conserved_in_every_state() -> None:
    for bet in range(1, 21):
        state = table(["7S 7H 7D", *PLAIN[1:3]], phase="bet")
        for after in (state, played(state, Bet(bet), chance=Fixed()).state):
            assert pieces(after).count("chip") == 60
            assert len(set(pieces(after)) - {"chip"}) == 52
