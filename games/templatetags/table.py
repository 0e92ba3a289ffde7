"""What a table's templates need beyond Django's own: looking up, naming and ordering pieces."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django import template
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString

from games.engine.cards import rank, suit
from games.page.offers import Offer
from games.registry import game

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
def offer_buttons(offers: Sequence[Offer]) -> SafeString:
    """A button for each offer. There can be fifty, so they are put together by hand."""
    return SafeString("".join(_button(offer, number) for number, offer in enumerate(offers, 1)))


def _button(offer: Offer, number: int) -> str:
    # JSON is full of double quotes, so its attribute stands in single ones.
    move = offer.wire.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
    return (
        f'<button type="submit" name="move" value=\'{move}\' id="o-{number}" class="btn offer"'
        f' data-pieces="{escape(" ".join(offer.pieces))}" data-weight="{offer.weight}"'
        f' data-preview="{escape(offer.preview)}"{_gathering(offer, move)}'
        f' aria-describedby="preview">'
        f"{conditional_escape(offer.label)}</button>"
    )


def _gathering(offer: Offer, move: str) -> str:
    """What the page needs to fill the list of a move with the chosen pieces."""
    if not offer.gather:
        return ""
    most = "" if offer.most is None else offer.most
    previews = escape(msgspec.json.encode(offer.previews).decode())
    return (
        f' data-base=\'{move}\' data-gather="{escape(offer.gather)}" data-least="{offer.least}"'
        f' data-most="{most}" data-must="{escape(offer.must)}" data-previews="{previews}"'
    )


@register.simple_tag
def score_line(key: str, item: Any) -> str:
    """What counted, in the words of the game's own narration."""
    return str(game(key).words.score_line(item))
