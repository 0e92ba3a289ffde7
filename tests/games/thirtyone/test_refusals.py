"""Every mistake is refused in one sentence, which tells nothing that the seat cannot know."""

import pytest

from games import registry
from games.engine.contract import Seat
from games.engine.errors import GameOver, IllegalMove, InvalidMove, NotYourTurn
from games.engine.play import play
from games.thirtyone import rules, values
from games.thirtyone.values import Bet, Discard, Draw, Swap
from tests.games.thirtyone.tables import Fixed, played, table

RULES = registry.rules_for("thirtyone")


BET = table(phase="bet", chips=[4, 20, 36])
TURN = table(turn=1)
DISCARDED = table(turn=1, discards="9C")
DRAWN = played(table(turn=1, deck="KD", discards="9C"), Draw()).state


@pytest.mark.parametrize(
    ("state", "move", "sentence"),
    [
        (BET, Bet(0), "The smallest bet is 1 chip."),
        (BET, Bet(-3), "The smallest bet is 1 chip."),
        (BET, Bet(5), "At most 4: a bet is never more than the smallest stack."),
        (BET, Draw(), "First the opener bets: the bet says how many turns there are."),
        (BET, Swap("2S"), "First the opener bets: the bet says how many turns there are."),
        (TURN, Bet(1), "The bet of this hand is made. Nobody raises."),
        (TURN, Discard("2H"), "Draw first, then discard. Or swap for the open card."),
        (TURN, Swap("2H"), "Nothing is discarded yet, so there is nothing to swap for."),
        (DISCARDED, Swap("KD"), "The K♦ is not in your hand."),
        (DISCARDED, Swap("9C"), "The 9♣ is not in your hand."),
        (DISCARDED, Discard("AD"), "The A♦ is not in your hand."),
        (DRAWN, Draw(), "You have drawn already. Discard one card."),
        (DRAWN, Swap("2H"), "You have drawn, so you cannot swap. Discard one card."),
        (DRAWN, Discard("AS"), "The A♠ is not in your hand."),
        (table(turn=1, death=True), Bet(2), "In sudden death the bet is 1 without asking."),
    ],
)
def test_why_not(state: values.State, move: values.AnyMove, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        played(state, move)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("state", "seat", "move"), [(BET, 1, Bet(1)), (TURN, 0, Draw()), (DRAWN, 2, Discard("2D"))]
)
def test_others_wait(state: values.State, seat: int, move: values.AnyMove) -> None:
    with pytest.raises(NotYourTurn):
        play(RULES, state, Seat(seat), move, Fixed())
    assert str(rules.why_not(state, Seat(seat), move))


def test_nothing_is_played_after_the_end() -> None:
    over = rules.deal(3, values.Options(chips=2), Fixed(["7S 7H 7D"])).state
    with pytest.raises(GameOver):
        play(RULES, over, Seat(0), Draw(), Fixed())
    assert str(rules.why_not(over, Seat(0), Draw())) == "The match is over."


@pytest.mark.parametrize(
    "wire",
    [
        {"type": "pass"},
        {"type": "bet"},
        {"type": "bet", "amount": "2"},
        {"type": "discard", "card": "1H"},
        {"type": "swap", "card": "4h"},
        {"type": "draw", "card": "4H"},
    ],
)
def test_what_is_no_move_does_not_parse(wire: dict[str, object]) -> None:
    with pytest.raises(InvalidMove):
        play(RULES, TURN, Seat(1), wire, Fixed())
