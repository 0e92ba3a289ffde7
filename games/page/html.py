"""HTML escaping: values put into markup, for what is rendered at every push.

As Django's `format_html` and markupsafe's `escape`, which ask of every value whether it is lazy or
brings markup of its own, and wrap each that is none. Here the common kinds are told by their type.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.safestring import SafeString
from markupsafe import Markup, _escape_inner, escape

MARKUP = frozenset({SafeString, Markup})


def escaped(value: Any) -> str:
    """A text that may stand in HTML."""
    kind = type(value)
    if kind in MARKUP:
        return value
    if kind is str:
        return _escape_inner(value)
    if kind is int:
        return str(value)
    return escape(value)


def format_html(text: str, /, *values: Any, **named: Any) -> SafeString:
    """The text with these values in its places."""
    named = {name: escaped(value) for name, value in named.items()}
    return SafeString(text.format(*map(escaped, values), **named))


def format_html_join(between: str, text: str, rows: Iterable[Sequence[Any]]) -> SafeString:
    """The text once for each row of values."""
    return SafeString(escaped(between).join(text.format(*map(escaped, row)) for row in rows))
