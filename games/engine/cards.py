"""Playing cards: codes, ranks and suits, and what every card game does with a few of them.

A card is a plain string: rank, then suit, as in `10S`.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec

Card = Annotated[str, msgspec.Meta(pattern=r"^(A|[2-9]|10|J|Q|K)[SHDC]\Z")]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def rank(card: Card) -> str:
    return card[:-1]


def suit(card: Card) -> str:
    return card[-1]


def deck(ranks: tuple[str, ...] = RANKS) -> tuple[Card, ...]:
    """Every rank in every suit, in a fixed order."""
    return tuple(r + s for s in SUITS for r in ranks)


def short(card: Card) -> str:
    """A card as people write it: 10♠."""
    return rank(card) + SYMBOLS[suit(card)]


def without(hand: Sequence[Card], card: Card) -> tuple[Card, ...]:
    return tuple([other for other in hand if other != card])


def top_of(pile: Sequence[Card]) -> Card | None:
    """The card laid last, which is the one that is seen."""
    return pile[-1] if pile else None
