"""Cards and icons as pieces of a page, and the markup around a piece: pick, fan, fan of backs."""

from collections.abc import Sized
from functools import cache

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.safestring import SafeString

from games.page import wording
from games.page.html import escaped, format_html

register = template.Library()

SHARED = ("card", "card_back", "card_slot", "card_words", "pick", "fan", "mini_fan", "icon")
"""What the templates of regions know by name."""
PURE = ("card", "card_back", "card_slot", "card_words", "icon", "mini_fan", "pick")
card_words = wording.card_words


@cache
def sprite(path: str) -> str:
    """The address of a sprite; it cannot change while the process lives."""
    return staticfiles_storage.url(path)


@cache
def _faces(deck: str, face: str) -> SafeString:
    """The two drawings of a card; only one is shown, by the size of the card."""
    return format_html(
        '>\n<svg class="full"><use href="{0}#{1}"/></svg>'
        '<svg class="mini"><use href="{0}#{1}-mini"/></svg></span>',
        deck,
        face,
    )


def _piece(face: str, classes: str, label: str, id: str, key: str) -> SafeString:
    """`id` is the zone's own; `key` stays the same when the card moves to another zone."""
    # The children of role=img are not read out, so the drawings need no aria-hidden of their own.
    parts = [
        f'<span class="{escaped(classes)}"',
        f' id="{escaped(id)}"' if id else "",
        f' data-key="{escaped(key)}"' if key else "",
        f' role="img" aria-label="{escaped(label)}"' if label else ' aria-hidden="true"',
        _faces(sprite("cards/deck.svg"), face),
    ]
    return SafeString("".join(parts))


@register.simple_tag
def card(code: str, id: str = "", key: str = "", classes: str = "", label: str = "") -> SafeString:
    """An open card. `label` says more than its name, for example that it may be played."""
    _, suit = wording.split(code)
    names = f"card s-{suit.lower()} {classes}".rstrip()
    return _piece(code, names, label or wording.card_words(code), id, key)


@register.simple_tag
def card_back(id: str = "", key: str = "", classes: str = "", label: str = "") -> SafeString:
    """A card face down. Without a label it is ornament: the count stands in words nearby."""
    return _piece("back", f"card back {classes}".rstrip(), label, id, key)


@register.simple_tag
def card_slot(id: str = "", key: str = "", classes: str = "", label: str = "") -> SafeString:
    """A place where a card may lie."""
    return _piece("slot", f"card slot {classes}".rstrip(), label, id, key)


def pick(
    content: SafeString,
    key: str,
    zone: str,
    classes: str = "",
    label: str = "",
    **states: bool,
) -> SafeString:
    """A piece that can be taken up: a checkbox of the hand's form around what is drawn inside.

    `zone` begins its id, so that a piece may be in one zone before and in another after a move.
    `label` names what its drawing does not. Each of `states` is a class that holds or does not, as
    in `last=key in marks`.
    """
    are = [name for name, holds in states.items() if holds]
    names = " ".join(["pick", *classes.split(), *are])
    name = f"{escaped(zone)}-{escaped(key)}"
    heard = f' aria-label="{escaped(label)}"' if label else ""
    # What a move changes stands on a line of its own, and so does what all picks share.
    return SafeString(
        f'<label class="{escaped(names)}" id="{name}">\n'
        '<input type="checkbox" class="piece" form="hand" autocomplete="off"\n'
        f'value="{escaped(key)}" id="{name}-in"{heard}>\n{content}\n</label>'
    )


def fan(content: SafeString, cards: Sized, classes: str = "") -> SafeString:
    """A hand of cards, held like a fan: a pick for each."""
    return SafeString(
        f'<div class="fan-room" id="fan-room"><div class="{escaped(f"fan {classes}".rstrip())}"'
        f' id="fan" data-n="{len(cards)}" data-zone="hand">\n{content}\n</div></div>'
    )


def mini_fan(seat: int, count: int, label: str = "", back: str = "") -> SafeString:
    """What another holds: up to three backs and their number. Without a label it is ornament."""
    heard, number = 'aria-hidden="true"', ""
    if label:
        heard = f'role="img" aria-label="{escaped(label)}"'
        number = f'<b class="num">{count}</b>'
    return SafeString(
        f'<span class="mini-fan" id="seat-{seat}-fan" data-origin="seat-{seat}" {heard}>'
        f"{(back or card_back()) * min(count, 3)}{number}</span>"
    )


@register.simple_tag
def icon(name: str, classes: str = "", label: str = "") -> SafeString:
    """An icon of static/icons/icons.svg; without a label it is ornament."""
    heard = format_html('role="img" aria-label="{}"', label) if label else 'aria-hidden="true"'
    return format_html(
        '<svg class="{}" {}><use href="{}#{}"/></svg>',
        f"ic {classes}".rstrip(),
        SafeString(heard),
        sprite("icons/icons.svg"),
        name,
    )
