"""Filters of the list of tables, as an address tells them: `?game=…&stake=rated&clock=slow`.

What an address says that no filter knows is left out, so that two addresses that mean the same list
are one filter, rendered once for all who look at it.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any
from urllib.parse import parse_qs, urlencode

from django.utils.translation import gettext_lazy as _

from games import registry
from lobby.finding.table_index import Entry

CHOICES = {
    "stake": {"rated": _("rated"), "friendly": _("friendly")},
    "clock": {"live": _("short clock"), "slow": _("slow")},
    "chairs": {"free": _("a free chair")},
    "who": {"beginners": _("beginners welcome")},
}
"""By name, in the order in which the page offers them; of each name one at a time."""

CONDITIONS: dict[str, Callable[[Entry], bool]] = {
    "rated": lambda entry: entry.rated,
    "friendly": lambda entry: not entry.rated,
    "live": lambda entry: not entry.slow,
    "slow": lambda entry: entry.slow,
    "free": lambda entry: entry.is_open and entry.free > 0,
    "beginners": lambda entry: entry.beginners,
}

LONGEST = 400
"""Characters of a query that are looked at."""


@dataclass(frozen=True)
class Filter:
    """Which tables a page lists. Empty: all of them."""

    game: str = ""
    stake: str = ""
    clock: str = ""
    chairs: str = ""
    who: str = ""

    def of(self, entries: list[Entry]) -> list[Entry]:
        """Those that pass, in their order."""
        asked = [CONDITIONS[value] for name in CHOICES if (value := getattr(self, name))]
        return [
            entry
            for entry in entries
            if (not self.game or entry.game == self.game) and all(each(entry) for each in asked)
        ]

    def query(self, page: int = 1) -> str:
        """As an address tells it."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        told = {name: value for name, value in told.items() if value}
        return urlencode(told | ({"page": page} if page > 1 else {}))

    def choices(self) -> list[tuple[Any, bool, str]]:
        """What a page offers to press: words, whether it is on, and the query it leads to."""
        return [
            (words, on, replace(self, **{name: "" if on else value}).query())
            for name, values in CHOICES.items()
            for value, words in values.items()
            for on in [getattr(self, name) == value]
        ]

    def games(self) -> list[tuple[str, bool, str]]:
        """The same for the games."""
        return [
            (rules.INFO.name, on, replace(self, game="" if on else rules.INFO.key).query())
            for rules in registry.all_games()
            for on in [self.game == rules.INFO.key]
        ]


def filter_in(query: str) -> Filter:
    told = {name: values[0] for name, values in parse_qs(query[:LONGEST]).items()}
    known = {name: told[name] for name, values in CHOICES.items() if told.get(name) in values}
    game = told.get("game", "")
    return Filter(game=game if game in registry.game_keys() else "", **known)


def page_in(query: str) -> int:
    """The page that an address asks for; the first, if it asks for nothing that is a page."""
    asked = parse_qs(query[:LONGEST]).get("page", ["1"])[0]
    return max(1, int(asked)) if asked.isdecimal() and len(asked) < 6 else 1
