"""Rating queries: what a number is, and where it came from."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection

from accounts.ratings.models import Rating, RatingChange
from accounts.ratings.record import PROVISIONAL
from accounts.ratings.seasons import ALL_TIME

POINTS = 200
"""Matches on a curve; who played more sees the latest."""


@dataclass(frozen=True)
class Mark:
    """A rating as it stands beside a name."""

    shown: int
    provisional: bool


def marks(game: str, people: Collection[int]) -> dict[int, Mark]:
    """The numbers of these people in this game, in one query; who has none is not in it."""
    if not people:
        return {}
    rows = Rating.objects.filter(game=game, season=ALL_TIME, user_id__in=list(people))
    return {
        who: Mark(shown, matches < PROVISIONAL)
        for who, shown, matches in rows.values_list("user_id", "shown", "matches")
    }


def changes(match_ids: Collection[int]) -> dict[tuple[int, int], RatingChange]:
    """What these matches did, by match and person."""
    if not match_ids:
        return {}
    rows = RatingChange.objects.filter(match_id__in=list(match_ids))
    return {(row.match_id, row.user_id): row for row in rows}


def record_of(user_id: int) -> list[Rating]:
    """Every game this person has a rating in, the most played first."""
    rows = Rating.objects.filter(user_id=user_id, season=ALL_TIME, matches__gt=0)
    return list(rows.order_by("-matches", "game"))


def curves_of(user_id: int, games: Collection[str]) -> dict[str, list[RatingChange]]:
    """The latest changes by game, oldest first; one query, each game along its index."""
    if not games:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT c.id FROM unnest(%s::varchar[]) AS g (game),
            LATERAL (SELECT id FROM ratings_ratingchange
                      WHERE user_id = %s AND game = g.game AND weight > 0
                      ORDER BY number DESC LIMIT %s) AS c
            """,
            [list(games), user_id, POINTS],
        )
        ids = [row[0] for row in cursor.fetchall()]
    curves: dict[str, list[RatingChange]] = {game: [] for game in games}
    for row in RatingChange.objects.filter(pk__in=ids).order_by("number"):
        curves[row.game].append(row)
    return curves
