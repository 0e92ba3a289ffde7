"""Contexts of the lobby's pages: the games, the tables, the matches to watch.

The two lists are the same for every reader of a language. Each shows a window of its rows; a row
carries a mark, a digest of its HTML, by which a page can say what it has.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qs

from django.core.paginator import Page, Paginator
from django.template.loader import get_template
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.engine.contract import Info
from lobby.finding import open_tables, spectating
from lobby.finding.spectating import WatchableMatch
from lobby.models import Table
from lobby.room import rendering

WINDOW = 24
"""Rows of a list on one page."""


@dataclass(frozen=True)
class Row:
    """A row of a list as a page shows it."""

    id: str
    mark: str
    html: str


def game_in(query: str) -> str:
    """The game that an address asks for; empty for all games, and for one that is not played."""
    asked = parse_qs(query).get("game", [""])[0]
    return asked if asked in registry.game_keys() else ""


def infos() -> list[Info]:
    return [rules.INFO for rules in registry.all_games()]


def home(game: str, page: str) -> dict[str, Any]:
    return tables(game, page) | {"heroes": [hero(info) for info in infos()]}


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


def tables(game: str, page: str = "1") -> dict[str, Any]:
    """The open and the playing tables that anybody may join or watch."""
    shown = Paginator(open_tables.listed(game), WINDOW).get_page(page)
    return context(game, shown, [table_row(table) for table in shown])


def watch(game: str, page: str = "1") -> dict[str, Any]:
    """The running matches that anybody may watch; on each page the most watched come first."""
    shown = Paginator(spectating.playing_tables(game), WINDOW).get_page(page)
    return context(game, shown, [match_row(each) for each in spectating.watchable(list(shown))])


LISTS: dict[str, Callable[[str], dict[str, Any]]] = {"tables": tables, "matches": watch}


def context(game: str, shown: Page[Table], rows: list[Row]) -> dict[str, Any]:
    return {
        "rows": rows,
        "more": shown.paginator.count - shown.end_index(),
        "page": shown.number,
        "game": game,
        "infos": infos(),
    }


def table_row(table: Table) -> Row:
    chairs = list(table.chairs.all())
    told = {
        "table": table,
        "info": table.rules.INFO,
        "chairs": chairs,
        "free": range(table.seats - len(chairs)),
        "playing": table.status == Table.Status.PLAYING,
        "options_line": rendering.options_line(table),
    }
    return row(f"t-{table.code}", "lobby/tile.html", told)


def match_row(running: WatchableMatch) -> Row:
    table = running.table
    told = {
        "running": running,
        "table": table,
        "match": table.match,
        "info": table.rules.INFO,
        "options_line": rendering.options_line(table),
    }
    return row(f"w-{table.code}", "lobby/match_tile.html", told)


def row(name: str, template: str, told: dict[str, Any]) -> Row:
    html = get_template(template).render(told)
    mark = blake2b(html.encode(), digest_size=6).hexdigest()
    tag = f'<li id="{name}" data-mark="{mark}"'
    return Row(name, mark, mark_safe(f"{tag}{html.removeprefix('<li')}"))
