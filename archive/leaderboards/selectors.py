"""Selectors of the leaderboards. One statement a page, along an index, however many people play.

A page is found by its first or last row (keyset pagination: a value and a person), never by
counting rows. Places come from the tallies: how many people stand at each value, kept by those who
write the ratings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import connection
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.ratings.record import PROVISIONAL
from accounts.ratings.seasons import ALL_TIME

PAGE = 50
ABOVE_ME = 15
"""Rows above the one that a page is opened for."""
SPARK = 24
"""Matches on the sparkline of a row."""
NAMES = 2000
"""Names that a search looks at; a longer beginning of a name finds the rest."""


class Board(StrEnum):
    RATING = "rating"
    ACTIVE = "active"
    STREAK = "streak"

    @property
    def column(self) -> str:
        return {"rating": "shown", "active": "matches", "streak": "best_streak"}[self]

    @property
    def words(self) -> str | Promise:
        return {
            "rating": _("Rating"),
            "active": _("Most active"),
            "streak": _("Longest streak"),
        }[self]


@dataclass(frozen=True)
class Cursor:
    """A pagination key: the row of a board where a page begins or ends."""

    value: int
    user_id: int

    def __str__(self) -> str:
        return f"{self.value}.{self.user_id}"

    @classmethod
    def parse(cls, text: str) -> "Cursor | None":
        value, _dot, who = text.partition(".")
        if value.isdecimal() and who.isdecimal() and len(value) < 10 and len(who) < 19:
            return cls(int(value), int(who))
        return None


@dataclass(frozen=True)
class BoardRow:
    """One person on a board."""

    place: int
    value: int
    user: User
    shown: int
    matches: int
    wins: int
    streak: int
    best_streak: int
    curve: tuple[int, ...]

    @property
    def cursor(self) -> Cursor:
        return Cursor(self.value, self.user.pk)

    @property
    def provisional(self) -> bool:
        return self.matches < PROVISIONAL

    @property
    def percent(self) -> int:
        return round(100 * self.wins / self.matches) if self.matches else 0


@dataclass(frozen=True)
class BoardPage:
    rows: tuple[BoardRow, ...]
    people: int
    """On the whole board."""
    up: Cursor | None = None
    down: Cursor | None = None
    my_place: int | None = None
    my_value: int | None = None


# ---- Which rows ---------------------------------------------------------------------------------

_OF_BOARD = "r.game = %(game)s AND r.season = %(season)s AND r.{column} > %(floor)s"

_TOP = f"""
SELECT r.* FROM ratings_rating r WHERE {_OF_BOARD}
 ORDER BY r.{{column}} DESC, r.user_id DESC LIMIT %(limit)s
"""

_AFTER = f"""
SELECT r.* FROM ratings_rating r WHERE {_OF_BOARD}
   AND (r.{{column}}, r.user_id) < (%(value)s, %(user)s)
 ORDER BY r.{{column}} DESC, r.user_id DESC LIMIT %(limit)s
"""

_BEFORE = f"""
SELECT r.* FROM ratings_rating r WHERE {_OF_BOARD}
   AND (r.{{column}}, r.user_id) > (%(value)s, %(user)s)
 ORDER BY r.{{column}}, r.user_id LIMIT %(limit)s
"""

_ANCHOR = f"""
SELECT r.{{column}} AS value FROM ratings_rating r
 WHERE r.user_id = %(user)s AND {_OF_BOARD}
"""

_AROUND = f"""
(SELECT r.* FROM ratings_rating r WHERE {_OF_BOARD}
    AND (r.{{column}}, r.user_id) >= (({_ANCHOR}), %(user)s)
  ORDER BY r.{{column}}, r.user_id LIMIT %(above)s + 2)
UNION ALL
(SELECT r.* FROM ratings_rating r WHERE {_OF_BOARD}
    AND (r.{{column}}, r.user_id) < (({_ANCHOR}), %(user)s)
  ORDER BY r.{{column}} DESC, r.user_id DESC LIMIT %(limit)s - %(above)s - 1)
"""

# The names that begin so are read along their index, each then looked up on the board.
_NAMED = f"""
SELECT r.* FROM
  (SELECT id FROM accounts_user
    WHERE upper(username) LIKE upper(%(prefix)s) AND deleted_at IS NULL LIMIT %(names)s) AS n
  JOIN ratings_rating r ON r.user_id = n.id AND {_OF_BOARD}
 ORDER BY r.{{column}} DESC, r.user_id DESC LIMIT %(limit)s
"""

_WHOLE = """
WITH page AS MATERIALIZED ({rows}),
places AS MATERIALIZED (
  SELECT value, people, (sum(people) OVER (ORDER BY value DESC) - people)::int AS above
    FROM ratings_tally
   WHERE game = %(game)s AND season = %(season)s AND measure = '{column}'
     AND value > %(floor)s AND people > 0),
mine AS (
  SELECT r.{column} AS value, p.above FROM ratings_rating r JOIN places p ON p.value = r.{column}
   WHERE r.user_id = %(me)s AND r.game = %(game)s AND r.season = %(season)s)
SELECT (SELECT coalesce(sum(people), 0)::int FROM places), mine.value, mine.above + 1,
       p.above + 1, page.{column}, page.user_id, page.shown, page.matches, page.wins, page.streak,
       page.best_streak, u.username, u.avatar_hue, u.avatar_shape, u.deleted_at,
       ARRAY(SELECT CASE WHEN %(season)s = 0 THEN c.shown ELSE c.season_shown END
               FROM ratings_ratingchange c
              WHERE c.user_id = page.user_id AND c.game = %(game)s AND c.weight > 0
                AND (%(season)s = 0 OR c.season = %(season)s)
              ORDER BY c.number DESC LIMIT %(spark)s)
  FROM (SELECT 1) AS one
  LEFT JOIN mine ON true
  LEFT JOIN page ON true
  LEFT JOIN places p ON p.value = page.{column}
  LEFT JOIN LATERAL (SELECT * FROM accounts_user WHERE id = page.user_id LIMIT 1) u ON true
 ORDER BY page.{column} DESC, page.user_id DESC
"""


def page(
    game: str,
    board: Board = Board.RATING,
    season: int = ALL_TIME,
    *,
    after: Cursor | None = None,
    before: Cursor | None = None,
    around: int | None = None,
    prefix: str = "",
    me: int | None = None,
) -> BoardPage:
    """The top of a board, what follows or comes before a cursor, what is around somebody, or all
    whose names begin so."""
    key = after or before
    which = (
        _NAMED
        if prefix
        else _AROUND
        if around is not None
        else _AFTER
        if after
        else _BEFORE
        if before
        else _TOP
    )
    values: dict[str, int | str | None] = {
        "game": game,
        "season": season,
        "floor": -1 if board is Board.RATING else 0,
        "value": key.value if key else None,
        "user": key.user_id if key else around,
        "above": ABOVE_ME,
        "prefix": f"{_literal(prefix)}%",
        "names": NAMES,
        "limit": PAGE + 1,
        "me": me,
        "spark": SPARK,
    }
    sql = _WHOLE.format(rows=which, column="{column}").format(column=board.column)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found = cursor.fetchall()
    head = found[0]
    rows = [_board_row(each[3:]) for each in found if each[3] is not None]
    rows, up, down = _cut(rows, after, before, around, prefix)
    return BoardPage(tuple(rows), head[0], up, down, my_place=head[2], my_value=head[1])


def _cut(
    rows: list[BoardRow],
    after: Cursor | None,
    before: Cursor | None,
    around: int | None,
    prefix: str,
) -> tuple[list[BoardRow], Cursor | None, Cursor | None]:
    """One row too many was asked for on the far side: it tells whether there is more."""
    if prefix or not rows:
        return rows[:PAGE], None, None
    more_above = after is not None
    more_below = len(rows) > PAGE
    if before is not None:
        more_above, more_below = len(rows) > PAGE, True
        rows = rows[-PAGE:]
    elif around is not None:
        mine = next((n for n, row in enumerate(rows) if row.user.pk == around), 0)
        more_above, more_below = mine > ABOVE_ME, len(rows) - mine > PAGE - ABOVE_ME
        rows = rows[max(0, mine - ABOVE_ME) :][:PAGE]
    else:
        rows = rows[:PAGE]
    return (
        rows,
        rows[0].cursor if more_above else None,
        rows[-1].cursor if more_below else None,
    )


def _board_row(found: Sequence[Any]) -> BoardRow:
    place, value, user_id, shown, matches, wins, streak, best, *person, curve = found
    name, hue, shape, left = person
    user = User(pk=user_id, username=name, avatar_hue=hue, avatar_shape=shape, deleted_at=left)
    drawn = tuple(reversed(curve))
    return BoardRow(place, value, user, shown, matches, wins, streak, best, drawn)


def _literal(text: str) -> str:
    """A beginning of a name may hold `_`, which means any letter to the database."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
