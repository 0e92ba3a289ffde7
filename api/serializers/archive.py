"""Serializers of the archive: a page of a history, a page of a leaderboard."""

from typing import Any

from accounts.models import User
from accounts.people.display import display_name
from accounts.ratings import seasons
from archive.history import selectors as history
from archive.history.filters import Filters
from archive.leaderboards import selectors as leaderboards

SEASONS = {"all": lambda: seasons.ALL_TIME, "now": seasons.current}


def history_page(user: User, game: str, before: int | None) -> dict[str, Any]:
    page = history.page(user, user, Filters(game=game), after=before)
    return {"matches": [serialize_played(each) for each in page.played], "next": page.after}


def serialize_played(played: history.PlayedMatch) -> dict[str, Any]:
    match, mine = played.match, played.owner
    return {
        "match": match.pk,
        "game": match.game,
        "rated": match.rated,
        "public": match.public,
        "startedAt": match.started_at,
        "finishedAt": match.finished_at,
        "place": mine.place,
        "score": mine.score,
        "left": mine.left,
        "ratingBefore": mine.change.shown_before if mine.change else None,
        "ratingAfter": mine.change.shown if mine.change else None,
        "players": [
            {
                "name": each.local_name or display_name(each.user),
                "isBot": each.user.is_bot,
                "isGuest": each.user.is_guest,
                "place": each.place,
                "score": each.score,
                "left": each.left,
            }
            for each in played.everybody
        ],
    }


def board_page(user: User, game: str, by: str, season: str, after: str) -> dict[str, Any]:
    page = leaderboards.page(
        game,
        leaderboards.Board(by),
        SEASONS[season](),
        after=leaderboards.Cursor.parse(after),
        me=user.pk,
    )
    return {
        "game": game,
        "by": by,
        "season": season,
        "people": page.people,
        "myPlace": page.my_place,
        "rows": [
            {
                "place": row.place,
                "name": display_name(row.user),
                "rating": row.shown,
                "provisional": row.provisional,
                "played": row.matches,
                "won": row.wins,
                "streak": row.streak,
                "bestStreak": row.best_streak,
            }
            for row in page.rows
        ],
        "next": str(page.down) if page.down else None,
    }
