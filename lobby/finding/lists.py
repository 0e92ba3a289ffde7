"""Lists of the lobby's pages: tables, and matches to watch; each a window, filtered here.

A list is the same for every reader of a language. A row carries a mark, a digest of its HTML, by
which a page can say what it has; the region around the rows carries one too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any

from django.core.paginator import Paginator
from django.template.loader import get_template
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from lobby.finding import online, spectating, table_index
from lobby.finding.filters import filter_in, page_in
from lobby.finding.spectating import WatchableMatch
from lobby.models import Table
from lobby.room import rendering

WINDOW = 24
"""Rows of a list on one page."""

FRONT_WINDOW = 6
"""Rows on the front page; a phone shows the first three."""


@dataclass(frozen=True)
class Row:
    """A row of a list as a page shows it."""

    id: str
    mark: str
    html: str


class Reading:
    """What one rendering reads, once for all the views that it renders."""

    def __init__(self) -> None:
        self._rows: dict[tuple[int, str], Row] = {}

    @cached_property
    def index(self) -> list[table_index.Entry]:
        return table_index.read_index()

    @cached_property
    def people(self) -> online.Online:
        return online.read_online()

    @cached_property
    def featured(self) -> WatchableMatch | None:
        return spectating.featured()

    def rows(self, entries: list[table_index.Entry]) -> list[Row]:
        language = get_language() or ""
        missing = [each.id for each in entries if (each.id, language) not in self._rows]
        for pk, table in table_index.read_tables(missing).items():
            self._rows[pk, language] = table_row(table)
        # A table may have closed since the index was read.
        found = (self._rows.get((each.id, language)) for each in entries)
        return [row for row in found if row is not None]


def front(query: str = "", reading: Reading | None = None) -> dict[str, Any]:
    """What everybody sees alike on the front page: some tables, who is here, a match to watch."""
    reading = reading or Reading()
    total, here = len(reading.index), reading.people
    shown = reading.rows(reading.index[:FRONT_WINDOW])
    html = get_template("lobby/featured.html").render({"featured": reading.featured})
    return {
        "rows": shown,
        "total": total,
        "online": here,
        "featured": mark_safe(html),
        "mark": digest(f"{total} {here.mark} {html}"),
        "query": "",
    }


def tables(query: str = "", reading: Reading | None = None) -> dict[str, Any]:
    """A page of the open and the playing tables that pass a filter."""
    reading = reading or Reading()
    wanted = filter_in(query)
    pages = Paginator(wanted.of(reading.index), WINDOW)
    shown = pages.get_page(page_in(query))
    return around(wanted.query(), shown) | {
        "rows": reading.rows(list(shown)),
        "filter": wanted,
        "query": wanted.query(shown.number),
    }


def watch(query: str = "", reading: Reading | None = None) -> dict[str, Any]:
    """The running matches that anybody may watch; on each page the most watched come first."""
    wanted = filter_in(query)
    pages = Paginator(spectating.playing_tables(wanted.game), WINDOW)
    shown = pages.get_page(page_in(query))
    return around(f"game={wanted.game}" if wanted.game else "", shown) | {
        "rows": [match_row(each) for each in spectating.watchable(list(shown))],
        "filter": wanted,
        "query": watch_query(query),
    }


def around(base: str, shown: Any) -> dict[str, Any]:
    """The numbers around a window, and the addresses of its neighbours."""
    total, number = shown.paginator.count, shown.number
    before = base if number == 2 else f"{base}&page={number - 1}".lstrip("&")
    return {
        "total": total,
        "page": number,
        "pages": shown.paginator.num_pages,
        "before": before if number > 1 else None,
        "after": f"{base}&page={number + 1}".lstrip("&") if shown.has_next() else None,
        "mark": f"{total}-{number}",
    }


def tables_query(query: str) -> str:
    """The query of an address as every address that means this list would tell it."""
    return filter_in(query).query(page_in(query))


def watch_query(query: str) -> str:
    page = page_in(query)
    parts = [f"game={game}" if (game := filter_in(query).game) else ""]
    parts.append(f"page={page}" if page > 1 else "")
    return "&".join(part for part in parts if part)


def front_query(query: str) -> str:
    return ""


@dataclass(frozen=True)
class List:
    """A list by its context, and by how its addresses are told apart."""

    context: Callable[[str, Reading], dict[str, Any]]
    query: Callable[[str], str]


LISTS = {
    "front": List(front, front_query),
    "tables": List(tables, tables_query),
    "matches": List(watch, watch_query),
}


# ---- Rows ---------------------------------------------------------------------------------------


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
    mark = digest(html)
    tag = f'<li id="{name}" data-mark="{mark}"'
    return Row(name, mark, mark_safe(f"{tag}{html.removeprefix('<li')}"))


def digest(html: str) -> str:
    return blake2b(html.encode(), digest_size=6).hexdigest()
