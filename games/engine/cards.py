"""Words that card games share. A card is a plain string: value, then suit, as in `10S`."""

from games.engine.contract import gettext_noop

Card = str

SUITS = "SHDC"
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {
    "S": gettext_noop("spades"),
    "H": gettext_noop("hearts"),
    "D": gettext_noop("diamonds"),
    "C": gettext_noop("clubs"),
}


def rank(card: Card) -> str:
    return card[:-1]


def suit(card: Card) -> str:
    return card[-1]


def deck(ranks: tuple[str, ...]) -> tuple[Card, ...]:
    """Every rank in every suit, in a fixed order."""
    return tuple(r + s for s in SUITS for r in ranks)


def short(card: Card) -> str:
    """A card as people write it: 10♠."""
    return rank(card) + SYMBOLS[suit(card)]
