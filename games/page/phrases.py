"""Translations for what is rendered at every push: each phrase is looked up once a language.

Django asks at every phrase which language is active. Within `spoken()` that is asked once; outside
of it these functions are Django's own.
"""

from contextvars import ContextVar, Token
from functools import cache

from django.utils import translation


class Table(dict[str | tuple[str, str, int], str]):
    """The phrases of one language that were looked up."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language


MOST = 1000
"""Larger numbers are not remembered."""

_table: ContextVar[Table | None] = ContextVar("table", default=None)


@cache
def table_of(language: str) -> Table:
    return Table(language)


class spoken:
    """Speaks the active language, which does not change inside; whoever knows it need not ask."""

    def __init__(self, language: str | None = None) -> None:
        self.language = language
        self.token: Token[Table | None] | None = None

    def __enter__(self) -> None:
        if _table.get() is None:
            language = self.language or translation.get_language() or ""
            self.token = _table.set(table_of(language))

    def __exit__(self, *error: object) -> None:
        if self.token is not None:
            _table.reset(self.token)


def language() -> str:
    """The language that is spoken."""
    table = _table.get()
    return translation.get_language() or "" if table is None else table.language


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
