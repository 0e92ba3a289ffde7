"""Translations for what is rendered at every push: each phrase is looked up once a language.

Django asks at every phrase which language is active. Within `spoken()` that is asked once; outside
of it these functions are Django's own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from django.utils import translation

Table = dict[str | tuple[str, str, int], str]
MOST = 1000
"""Larger numbers are not remembered."""

_table: ContextVar[Table | None] = ContextVar("table", default=None)


@cache
def table_of(language: str) -> Table:
    return {}


@contextmanager
def spoken() -> Iterator[None]:
    """Speaks the active language, which does not change inside."""
    token = _table.set(table_of(translation.get_language() or ""))
    try:
        yield
    finally:
        _table.reset(token)


def gettext(message: str) -> str:
    table = _table.get()
    if table is None:
        return translation.gettext(message)
    text = table.get(message)
    if text is None:
        text = table[message] = translation.gettext(message)
    return text


def ngettext(one: str, many: str, number: int) -> str:
    table = _table.get()
    if table is None or number > MOST:
        return translation.ngettext(one, many, number)
    key = (one, many, number)
    text = table.get(key)
    if text is None:
        text = table[key] = translation.ngettext(one, many, number)
    return text
