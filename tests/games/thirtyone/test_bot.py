"""The bot: legal, quick, and sees only its view."""

from typing import Any

import pytest

from games.engine.chance import chance_for
from games.engine.self_play import key_of
from games.thirtyone import bot, rules, values
from games.thirtyone.hands import DECK, strength_of
from games.thirtyone.testing import imagine
from games.thirtyone.values import Bet, Discard, Draw, Options, Swap
from tests.games.contests import (
    MOVE_SECONDS,
    hidden_changes_nothing,
    slowest_move,
)
from tests.games.thirtyone.tables import PLAIN, Fixed, table


@pytest.mark.parametrize("seats", rules.INFO.players)
def test_a_move_takes_less_than_fifty_milliseconds(seats: int) -> None:
    assert slowest_move(rules, Options(turns="each", hands=5), seats) < MOVE_SECONDS


@pytest.mark.parametrize("level", rules.INFO.levels)
def test_what_is_hidden_changes_no_choice(level: str) -> None:
    hidden_changes_nothing(rules, imagine, Options(), 4, level)


def sharp(state: values.State) -> Any:
    moves = rules.legal_moves(state, state.turn)
    return bot.bot(rules.view(state, state.turn), moves, Fixed(), "sharp")


def hand(text: str, **more: Any) -> values.State:
    """These cards in the hand of the seat whose turn it is."""
    return table([PLAIN[3], text, PLAIN[4]], turn=1, **more)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        # What lies open makes 31.
        (hand("AD KD 3C", discards="QD"), Swap("3C")),
        # It makes a Blitz.
        (hand("9D 9C KS", discards="9S"), Swap("KS")),
        # It helps nothing: better draw.
        (hand("AD KD 3C", discards="2S"), Draw()),
        # The one card that fits no suit goes.
        (hand("AD KD 3C JD", phase="discard", drawn="JD"), Discard("3C")),
        (hand("9D 9C KS 9S", phase="discard", drawn="9S"), Discard("KS")),
        (hand("AD KD 10D QS", phase="discard", drawn="QS"), Discard("QS")),
        # Of four that count alike the highest stay, for the tie.
        (hand("10D KD JD QD", phase="discard", drawn="QD", left=1), Discard("10D")),
    ],
)
def test_sharp_sees(state: values.State, expected: Any) -> None:
    assert sharp(state) == expected


@pytest.mark.parametrize(
    ("cards", "least", "most"),
    [("AS KS 9S", 5, 20), ("AS KS QS", 5, 20), ("2S 3H 5D", 1, 2)],
)
def test_sharp_bets_by_the_strength_of_its_hand(cards: str, least: int, most: int) -> None:
    move = sharp(table([cards, *PLAIN[1:3]], phase="bet"))
    assert isinstance(move, Bet) and least <= move.amount <= most


def test_nobody_stakes_all_on_the_first_hand_without_a_hand_for_it() -> None:
    """Before a stake had a limit, sharp ended 18 of 100 matches with the first hand."""
    for seed in range(150):
        state = rules.deal(3, Options(), chance_for(key_of(seed), 0)).state
        move = sharp(state)
        total = strength_of(state.hands[state.turn])[0]
        assert move.amount < min(state.chips) or total >= 25, (seed, total)


def test_the_odds_it_knows_by_heart_are_right() -> None:
    """Against a few hands as they are dealt, and the table grows with the total."""
    chance = chance_for(key_of(5), 0)
    totals = [strength_of(chance.shuffle(DECK)[:3])[0] for _ in range(600)]
    for mine in (10, 13, 16, 20, 24):
        below = sum(total < mine for total in totals) + sum(total == mine for total in totals) / 2
        assert abs(below / 600 - bot.BEATS_DEALT[mine]) < 0.06
    assert list(bot.BEATS_DEALT) == sorted(bot.BEATS_DEALT)
    assert list(bot.BEATS_IMPROVED) == sorted(bot.BEATS_IMPROVED)
