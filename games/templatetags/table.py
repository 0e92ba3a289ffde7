"""What a table's templates need beyond Django's own: looking up, naming and ordering pieces."""

from collections.abc import Sequence
from typing import Any

from django import template

from games.engine.cards import rank, suit
from games.registry import narration_for

register = template.Library()

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# Colours alternate, so that neighbours in a hand are told apart.
SUITS = "CDSH"


@register.filter
def of(values: Sequence[Any] | None, seat: int) -> Any:
    """`summary|of:player.seat`: what belongs to a seat."""
    return values[seat] if values else None


@register.filter
def key_of(pieces: Sequence[str], kind: str) -> str:
    """The key of a piece made of others, whoever laid which: `build-4C-6D`."""
    return "-".join((kind, *sorted(pieces)))


@register.filter
def by_rank(cards: Sequence[str]) -> list[str]:
    """A hand in the order in which people hold it."""
    return sorted(cards, key=lambda card: (RANKS.index(rank(card)), SUITS.index(suit(card))))


@register.simple_tag
def score_line(key: str, item: Any) -> str:
    """What counted, in the words of the game's own narration."""
    return str(narration_for(key).score_line(item))
