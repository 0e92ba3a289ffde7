"""Hands of Sudden Death 31: what three cards are worth, which strike, and what turns a bet buys."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from games.engine import cards
from games.engine.cards import RANKS, SUITS, Card
from games.thirtyone.values import Why

DECK = cards.deck()
VALUES = {card: min(10, RANKS.index(cards.rank(card)) + 1) for card in DECK} | {
    "A" + suit: 11 for suit in SUITS
}
HEIGHTS = {card: RANKS.index(cards.rank(card)) + 1 for card in DECK} | {
    "A" + suit: 14 for suit in SUITS
}
"""Which card is the higher one in a tie: A K Q J 10 9 …"""
GOAL = 31
EACH = 3
TURNS = {1: 5, 2: 4, 3: 3, 4: 2}
FEWEST_TURNS = 1
"""Any higher bet buys a single turn."""

Strength = tuple[int, int, int, int]
"""What a hand is worth: its total, then the heights of the cards that make it, highest first."""

THIRTY_ONES = {
    frozenset(hand)
    for suit in SUITS
    for hand in combinations([rank + suit for rank in RANKS], EACH)
    if sum(VALUES[card] for card in hand) == GOAL
}
BLITZES = {
    frozenset(hand)
    for rank in RANKS
    for hand in combinations([rank + suit for suit in SUITS], EACH)
}
"""The few hands that win at once, in any order."""


def strength_of(hand: Sequence[Card]) -> Strength:
    """The best suit: its total, then its cards from the highest; a missing card is lowest."""
    return max([strength_in(hand, suit) for suit in {card[-1] for card in hand}])


def strength_in(hand: Sequence[Card], suit: str) -> Strength:
    return strength_together(tuple([card for card in hand if card[-1] == suit]))


@cache
def strength_together(held: tuple[Card, ...]) -> Strength:
    """Of a few cards of one suit."""
    first, second, third, *_ = *sorted([HEIGHTS[card] for card in held], reverse=True), 0, 0, 0
    return sum([VALUES[card] for card in held]), first, second, third


def decided_by(winner: Sequence[Card], losers: Sequence[Sequence[Card]]) -> tuple[int, int] | None:
    """The heights that told a hand from the best of the same total. None: it had no equal."""
    best = strength_of(winner)
    equals = [there for hand in losers if (there := strength_of(hand))[0] == best[0]]
    apart = zip(best, max(equals, default=best), strict=True)
    return next(((high, low) for high, low in apart if high != low), None)


def best_suit(hand: Sequence[Card]) -> str:
    """The suit that makes the total."""
    return max(SUITS, key=lambda suit: strength_in(hand, suit))


def strikes(hand: Sequence[Card]) -> Why | None:
    """A 31 or a Blitz, which win at once."""
    held = frozenset(hand)
    if held in BLITZES:
        return "blitz"
    return "31" if held in THIRTY_ONES else None


def turns_for(amount: int) -> int:
    """What a bet buys."""
    return TURNS.get(amount, FEWEST_TURNS)
