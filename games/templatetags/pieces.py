"""Cards and icons as pieces of a page."""

from functools import cache

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from games.page import wording

register = template.Library()
register.filter("card_words", wording.card_words)
register.filter("card_short", wording.card_short)


@cache
def sprite(path: str) -> str:
    """The address of a sprite; it cannot change while the process lives."""
    return staticfiles_storage.url(path)


@cache
def _faces(deck: str, face: str) -> SafeString:
    """The two drawings of a card; only one is shown, by the size of the card."""
    return format_html(
        '><svg class="full"><use href="{0}#{1}"/></svg>'
        '<svg class="mini"><use href="{0}#{1}-mini"/></svg></span>',
        deck,
        face,
    )


def _piece(face: str, classes: str, label: str, id: str, key: str) -> SafeString:
    """`id` is the zone's own; `key` stays the same when the card moves to another zone."""
    # The children of role=img are not read out, so the drawings need no aria-hidden of their own.
    parts = [
        f'<span class="{escape(classes)}"',
        f' id="{escape(id)}"' if id else "",
        f' data-key="{escape(key)}"' if key else "",
        f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"',
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
