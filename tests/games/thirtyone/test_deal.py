"""The deal, the bet and the antes."""

import json

import pytest

from games import registry
from games.engine import codec
from games.engine.contract import Seat
from games.engine.errors import InvalidOptions
from games.thirtyone import rules, values
from games.thirtyone.hands import DECK
from games.thirtyone.values import Bet, Dealt, Draw, Options, Struck
from tests.games.thirtyone.tables import PLAIN, Fixed, cards, dealt, last, played, table

RULES = registry.rules_for("thirtyone")


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_three_cards_each_in_blocks_and_the_rest_is_the_draw_pile(seats: int) -> None:
    chance = Fixed(PLAIN, place=1)
    step = rules.deal(seats, Options(), chance)
    state = step.state
    assert state.hands == tuple(cards(hand) for hand in PLAIN[:seats])
    assert state.deck == chance.deck[seats * 3 :]
    assert state.discards == ()
    assert state.chips == (20,) * seats
    assert (state.phase, state.opener, state.turn) == ("bet", 1, 1)
    assert chance.asked == ["shuffle", "pick"]
    assert step.facts == (Dealt(hand_no=1, opener=Seat(1)),)


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_only_three_to_five_play(seats: int) -> None:
    with pytest.raises(InvalidOptions, match="3 to 5"):
        rules.deal(seats, Options(), Fixed())


@pytest.mark.parametrize(
    ("wire", "options"),
    [
        ({}, Options(hands=10, chips=20, turns="total", turn_seconds=45)),
        ({"hands": None}, Options(hands=None)),
        ({"hands": 15, "chips": 2, "turns": "each"}, Options(hands=15, chips=2, turns="each")),
    ],
)
def test_options_on_the_wire(wire: dict[str, object], options: Options) -> None:
    assert codec.load_options(RULES, wire) == options


@pytest.mark.parametrize("wire", [{"hands": 7}, {"chips": 0}, {"turns": "all"}, {"seats": 3}])
def test_other_options_are_refused(wire: dict[str, object]) -> None:
    with pytest.raises(InvalidOptions):
        codec.load_options(RULES, wire)


@pytest.mark.parametrize(
    ("amount", "total", "each"),
    [(1, 5, 15), (2, 4, 12), (3, 3, 9), (4, 2, 6), (5, 1, 3), (6, 1, 3), (20, 1, 3)],
)
def test_the_bet_buys_turns(amount: int, total: int, each: int) -> None:
    for turns, expected in (("total", total), ("each", each)):
        state = played(table(phase="bet", turns=turns), Bet(amount)).state
        assert state.turns_left == expected
        assert state.bet == amount


def test_everybody_antes_exactly_the_bet() -> None:
    state = played(table(PLAIN[:4], phase="bet", chips=[20, 7, 3, 50], opener=2), Bet(3)).state
    assert state.chips == (17, 4, 0, 47)
    assert state.pot == 12
    # Turns go clockwise from the opener's left.
    assert (state.phase, state.turn) == ("turn", 3)


@pytest.mark.parametrize(("chips", "most"), [([20, 20, 20], 20), ([5, 20, 35], 5), ([1, 2, 57], 1)])
def test_a_bet_is_at_most_the_smallest_stack(chips: list[int], most: int) -> None:
    moves = rules.legal_moves(table(phase="bet", chips=chips), Seat(0))
    assert moves == tuple(Bet(amount) for amount in range(1, most + 1))


def test_only_the_opener_bets() -> None:
    state = table(phase="bet", opener=1)
    assert [bool(rules.legal_moves(state, Seat(seat))) for seat in range(3)] == [False, True, False]


@pytest.mark.parametrize(
    ("hands", "opener", "winner", "why"),
    [
        (["AS KS QS", PLAIN[1], PLAIN[2]], 0, 0, "31"),
        ([PLAIN[0], "7S 7H 7D", PLAIN[2]], 0, 1, "blitz"),
        # Several: the first from the opener's left, the opener last.
        (["AS KS QS", "7S 7H 7D", PLAIN[2]], 0, 1, "blitz"),
        (["AS KS QS", "7S 7H 7D", PLAIN[2]], 1, 0, "31"),
        (["AS KS QS", PLAIN[1], "7S 7H 7D"], 2, 0, "31"),
        (["AS KS QS", PLAIN[1], "7S 7H 7D"], 0, 2, "blitz"),
    ],
)
def test_a_dealt_31_or_blitz_wins_when_the_antes_are_in(
    hands: list[str], opener: int, winner: int, why: str
) -> None:
    state = dealt(hands, opener).state
    # Nothing is laid open before the bet.
    assert state.phase == "bet" and state.last_hand is None
    step = played(state, Bet(5))
    result = last(step.state)
    assert (result.why, result.winners, result.pot) == (why, (winner,), 15)
    assert any(isinstance(fact, Struck) and fact.seat == winner for fact in step.facts)
    # Only the winner's cards are shown.
    assert [bool(hand) for hand in result.hands] == [seat == winner for seat in range(3)]
    assert [total is not None for total in result.totals] == [seat == winner for seat in range(3)]
    assert step.state.chips[winner] == 30
    assert step.state.hand_no == 2


def test_the_next_hand_is_opened_by_the_next_seat() -> None:
    state = dealt(["AS KS QS", *PLAIN[1:3]], opener=2).state
    after = played(state, Bet(1), chance=Fixed(PLAIN)).state
    assert (after.hand_no, after.opener, after.turn, after.phase) == (2, 0, 0, "bet")
    assert after.hands == tuple(cards(hand) for hand in PLAIN[:3])
    assert (after.pot, after.bet, after.turns_left, after.discards) == (0, 0, 0, ())


@pytest.mark.parametrize(
    ("move", "wire"),
    [
        (Bet(2), {"type": "bet", "amount": 2}),
        (Draw(), {"type": "draw"}),
        (values.Discard("4H"), {"type": "discard", "card": "4H"}),
        (values.Swap("4H"), {"type": "swap", "card": "4H"}),
    ],
)
def test_moves_travel_as_the_page_prints_them(
    move: values.AnyMove, wire: dict[str, object]
) -> None:
    assert codec.dump(move) == wire
    assert codec.load_move(RULES, wire) == move


def test_the_view_has_the_fields_of_the_page() -> None:
    wire = codec.dump(rules.view(table(), Seat(1)))
    assert set(wire) == {
        *("turn", "phase", "handNo", "opener", "pot", "bet", "turnsLeft", "suddenDeath", "chips"),
        *("hand", "drawn", "discardTop", "discards", "deck", "lastHand"),
    }
    struck = codec.dump(
        rules.view(played(dealt(["AS KS QS", *PLAIN[1:3]]).state, Bet(1)).state, None)
    )
    assert struck["lastHand"] == {
        "why": "31",
        "winners": [0],
        "pot": 3,
        "hands": [["AS", "KS", "QS"], None, None],
        "totals": [31, None, None],
    }
    assert struck["hand"] == []


def test_a_state_is_small() -> None:
    state = table(PLAIN, discards=" ".join(DECK[-20:]))
    assert len(json.dumps(codec.dump(state))) < 4000
