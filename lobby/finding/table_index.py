"""The index of listed tables: what filters and order need to know of each, in one query.

A list of thousands of tables is read once for all its filters and pages; the tables themselves are
read for the windows that somebody looks at.
"""

from typing import NamedTuple

from django.db import connection
from django.db.models import Prefetch

from games.engine.options import LIVE_BELOW
from lobby.models import Chair, Table

INDEX = """
SELECT t.id, t.game, t.rated, t.beginners, t.status = 'open' AS is_open,
       COALESCE((t.options ->> 'turnSeconds')::int, 0) >= %s AS slow, t.seats - count(*) AS free
  FROM lobby_table t JOIN lobby_chair c ON c.table_id = t.id
 WHERE t.public AND t.status IN ('open', 'playing')
 GROUP BY t.id HAVING bool_or(c.level = '')
 ORDER BY t.status, t.seats = count(*), t.seats - count(*), t.touched_at DESC, t.id DESC
"""


class Entry(NamedTuple):
    """A public table with somebody at it."""

    id: int
    game: str
    rated: bool
    beginners: bool
    is_open: bool
    slow: bool
    free: int


def read_index() -> list[Entry]:
    """Those with a free chair first, the fullest first; then those that play."""
    with connection.cursor() as cursor:
        cursor.execute(INDEX, [LIVE_BELOW])
        return [Entry(*row) for row in cursor.fetchall()]


def read_tables(ids: list[int]) -> dict[int, Table]:
    """By id, with who sits there."""
    chairs = Prefetch("chairs", Chair.objects.select_related("user").order_by("index"))
    return Table.objects.defer("seed").prefetch_related(chairs).in_bulk(ids)
