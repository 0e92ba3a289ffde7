"""Hands of Sudden Death 31: what three cards are worth, which strike, and what turns a bet buys."""

from collections.abc import Sequence

from games.engine import cards
from games.engine.cards import RANKS, Card
from games.thirtyone.values import Why

DECK = cards.deck()
VALUES = {rank: min(10, place) for place, rank in enumerate(RANKS, start=1)} | {"A": 11}
HEIGHTS = {rank: place for place, rank in enumerate(RANKS, start=1)} | {"A": 14}
"""Which card is the higher one in a tie: A K Q J 10 9 …"""
GOAL = 31
EACH = 3
TURNS = {1: 5, 2: 4, 3: 3, 4: 2}
FEWEST_TURNS = 1
"""Any higher bet buys a single turn."""

Strength = tuple[int, int, int, int]
"""What a hand is worth: its total, then the heights of the cards that make it, highest first."""


def strength_of(hand: Sequence[Card]) -> Strength:
    """The best suit: its total, then its cards from the highest; a missing card is lowest."""
    return max(strength_in(hand, suit) for suit in cards.SUITS)


def strength_in(hand: Sequence[Card], suit: str) -> Strength:
    ranks = [cards.rank(card) for card in hand if cards.suit(card) == suit]
    first, second, third, *_ = [*sorted((HEIGHTS[rank] for rank in ranks), reverse=True), 0, 0, 0]
    return sum(VALUES[rank] for rank in ranks), first, second, third


def best_suit(hand: Sequence[Card]) -> str:
    """The suit that makes the total."""
    return max(cards.SUITS, key=lambda suit: strength_in(hand, suit))


def strikes(hand: Sequence[Card]) -> Why | None:
    """A 31 or a Blitz, which win at once."""
    if len({cards.rank(card) for card in hand}) == 1:
        return "blitz"
    return "31" if strength_of(hand)[0] == GOAL else None


def turns_for(amount: int) -> int:
    """What a bet buys."""
    return TURNS.get(amount, FEWEST_TURNS)
