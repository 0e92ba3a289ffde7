"""What Forty's templates call: a hand in order, and the piece key of a build."""

from collections.abc import Sequence

from django import template

from games.engine.cards import suit
from games.forty.narration import build_key as build_key
from games.forty.values import VALUES

register = template.Library()

# Colours alternate, so that neighbours in a hand are told apart.
SUITS = "CDSH"


def by_rank(hand: Sequence[str]) -> list[str]:
    """A hand in the order in which people hold it."""
    return sorted(hand, key=lambda card: (VALUES[card], SUITS.index(suit(card))))
