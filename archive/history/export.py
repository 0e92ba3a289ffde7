"""Export of one's own match history as CSV or JSON, streamed row by row as it is read."""

import csv
import io
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import User
from archive.history.filters import Filters
from archive.history.selectors import PlayedMatch, played_matches, seats_of

CHUNK = 500
"""Matches read at a time."""

COLUMNS = (
    "match",
    "game",
    "started_at",
    "finished_at",
    "seconds",
    "rated",
    "public",
    "place",
    "ranked_players",
    "score",
    "gave_up",
    "players",
    "rating_before",
    "rating_after",
)


def chunk(person: User, filters: Filters, after: int | None) -> tuple[list[dict[str, Any]], int]:
    """The next rows of an export, newest first, and the match it has come to; 0: that was all."""
    rows = seats_of(person, person, filters)
    if after is not None:
        rows = rows.filter(match_id__lt=after)
    seats = list(rows.order_by("-match_id")[:CHUNK])
    last = seats[-1].match_id if len(seats) == CHUNK else 0
    return [as_row(played) for played in played_matches(seats)], last


def as_row(played: PlayedMatch) -> dict[str, Any]:
    match, mine = played.match, played.owner
    names = [each.local_name or each.user.username for each in played.everybody]
    values = (
        match.pk,
        match.game,
        match.started_at,
        match.finished_at,
        played.seconds,
        match.rated,
        match.public,
        mine.place,
        played.ranked,
        mine.score,
        mine.left,
        names,
        mine.change.shown_before if mine.change else None,
        mine.change.shown if mine.change else None,
    )
    return dict(zip(COLUMNS, values, strict=True))


# ---- As a stream -------------------------------------------------------------------------------


async def rows_of(person: User, filters: Filters) -> AsyncIterator[dict[str, Any]]:
    after: int | None = None
    while after != 0:
        rows, after = await sync_to_async(chunk)(person, filters, after)
        for row in rows:
            yield row


async def as_csv(person: User, filters: Filters) -> AsyncIterator[str]:
    yield csv_line(COLUMNS)
    async for row in rows_of(person, filters):
        players = " ".join(row["players"])
        yield csv_line([as_cell(value) for value in (row | {"players": players}).values()])


def as_cell(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def csv_line(cells: Any) -> str:
    page = io.StringIO()
    csv.writer(page).writerow(cells)
    return page.getvalue()


async def as_json(person: User, filters: Filters) -> AsyncIterator[str]:
    """An array, one match a line."""
    between = "["
    async for row in rows_of(person, filters):
        yield f"{between}\n{json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)}"
        between = ","
    yield "]\n" if between == "," else "[]\n"


WRITERS: dict[str, tuple[Callable[[User, Filters], AsyncIterator[str]], str]] = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "json": (as_json, "application/json"),
}
