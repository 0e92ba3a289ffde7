"""What a table's templates need beyond Django's own: by-seat values, offers, rows of a tally."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django import template
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString

from games.page.offers import Offer
from games.registry import game

register = template.Library()


@register.filter
def of(values: Sequence[Any] | None, seat: int) -> Any:
    """`summary|of:player.seat`: what belongs to a seat."""
    return values[seat] if values else None


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


@register.simple_block_tag
def tally_row(
    content: SafeString,
    player: Any,
    gain: int | None = None,
    zero: str = "0",
    classes: str = "",
    **states: Any,
) -> SafeString:
    """What one player made of a round: the name, what was gained, and what is written inside.

    `zero` is how a gain of nothing is written. Each of `states` is a class that holds or does not,
    as in `won=row.won`.
    """
    are = [name for name, holds in {"me": player.is_you, **states}.items() if holds]
    names = " ".join([*classes.split(), *are])
    gained = "" if gain is None else f' <b class="num">{f"+{gain}" if gain else escape(zero)}</b>'
    return SafeString(
        f'<section class="tally-row {escape(names)}">'
        f"<h3><bdi>{escape(player.name)}</bdi>{gained}</h3>{content}</section>"
    )
