"""Contexts and regions of the lobby's pages: the games, the tables, the matches to watch."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import get_template
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import registry
from games.engine.contract import Info
from lobby.finding import open_tables, spectating
from lobby.models import Table
from lobby.room import rendering

KEPT = 64
"""Renderings of lists, by list, game and language."""

LIST_BYTES = 48_000
"""What the tiles of the list may take up: a socket's message has its limit."""

_guard = threading.Lock()
_made: OrderedDict[tuple[str, ...], tuple[float, str]] = OrderedDict()


def game_in(query: str) -> str:
    """The game that an address asks for; empty for all games, and for one that is not played."""
    asked = parse_qs(query).get("game", [""])[0]
    return asked if asked in registry.game_keys() else ""


def infos() -> list[Info]:
    return [rules.INFO for rules in registry.all_games()]


def home(game: str) -> dict[str, Any]:
    return tables(game) | {"heroes": [hero(info) for info in infos()]}


def hero(info: Info) -> dict[str, Any]:
    """A game as the lobby invites to it."""
    return {
        "info": info,
        "players": players_line(info),
        "one_room": registry.rules_for(info.key).ONE_ROOM is not None,
        "levels": [(level, rendering.LEVELS.get(level, level)) for level in info.levels],
    }


def players_line(info: Info) -> str:
    """Such as "2–4 players"."""
    fewest, most = min(info.players), max(info.players)
    if fewest == most:
        return ngettext("%(n)d player", "%(n)d players", most) % {"n": most}
    return _("%(from)d–%(to)d players") % {"from": fewest, "to": most}


def tables(game: str) -> dict[str, Any]:
    """The same for every reader, so that it is made once for all of them."""
    listed = open_tables.listed(game)
    tiles = list(fitting(listed))
    return {"tiles": tiles, "more": len(listed) - len(tiles), "game": game, "infos": infos()}


def fitting(listed: list[Table]) -> Iterator[str]:
    """As many tables as one push can carry."""
    room = LIST_BYTES
    for table in listed:
        tile = get_template("lobby/tile.html").render(row(table))
        room -= len(tile.encode())
        if room < 0:
            return
        yield tile


def row(table: Table) -> dict[str, Any]:
    chairs = list(table.chairs.all())
    return {
        "table": table,
        "info": table.rules.INFO,
        "chairs": chairs,
        "free": range(table.seats - len(chairs)),
        "playing": table.status == Table.Status.PLAYING,
        "options_line": rendering.options_line(table),
    }


def watch(game: str) -> dict[str, Any]:
    """The running matches that anybody may watch; the same for every reader."""
    found = [
        {
            "running": each,
            "table": each.table,
            "match": each.table.match,
            "info": each.table.rules.INFO,
            "options_line": rendering.options_line(each.table),
        }
        for each in spectating.matches_to_watch(game)
    ]
    return {"matches": found, "game": game, "infos": infos()}


LISTS = {"tables": tables, "matches": watch}


def region(name: str, game: str, heard: float | None = None) -> str:
    """A list as it is pushed. Whoever heard of a change before its last rendering began shares
    that rendering."""
    key = name, game, get_language() or ""
    with _guard:
        known = _made.get(key)
    if known and heard is not None and known[0] >= heard:
        return known[1]
    began = time.monotonic()
    html = get_template(f"lobby/regions/{name}.html").render(LISTS[name](game) | {"push": True})
    with _guard:
        _made[key] = began, html
        _made.move_to_end(key)
        while len(_made) > KEPT:
            _made.popitem(last=False)
    return html
