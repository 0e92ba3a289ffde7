"""View of the leaderboards: reads what is asked for, asks for one page, shows it."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.ratings import seasons
from accounts.ratings.record import PROVISIONAL
from archive.leaderboards import selectors as leaderboards
from archive.leaderboards.selectors import Board, Cursor
from archive.leaderboards.share_image import board_picture
from archive.viewers import viewer_of
from games import registry
from sharing.serving import MINUTE, picture_view, respond

SHORTEST = 2
"""Letters of a name that a search needs."""


@require_GET
def board(request: HttpRequest, key: str = "") -> HttpResponse:
    """Who plays a game best, most, or wins most in a row."""
    games = registry.all_games()
    chosen = key or games[0].INFO.key
    if chosen not in registry.game_keys():
        raise Http404
    asked = request.GET
    by = board_asked(asked.get("by", ""))
    season = season_asked(asked.get("season", ""))
    viewer = viewer_of(request)
    me = viewer.pk if viewer else None
    prefix = asked.get("q", "").strip()[:20]
    around = person_asked(asked.get("at", ""), me)
    page = leaderboards.page(
        chosen,
        by,
        season,
        after=Cursor.parse(asked.get("after", "")),
        before=Cursor.parse(asked.get("before", "")),
        around=around,
        prefix=prefix if len(prefix) >= SHORTEST else "",
        me=me,
    )
    context = {
        "games": games,
        "info": registry.rules_for(chosen).INFO,
        "page": page,
        "by": by,
        "board_words": by.words,
        "season_words": seasons.words(season),
        "prefix": prefix,
        "too_short": 0 < len(prefix) < SHORTEST,
        "marked": around or me,
        "lost": bool(asked.get("at")) and not page.rows,
        "me_asked": asked.get("at") == "me",
        "provisional_until": PROVISIONAL,
        "is_top": page.up is None and not prefix,
    }
    return render(request, "archive/leaderboard.html", context | links(chosen, by, season))


@picture_view
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """The first five of a board as a picture to send round."""
    if key not in registry.game_keys():
        raise Http404
    by = board_asked(request.GET.get("by", ""))
    drawn = board_picture(key, by, season_asked(request.GET.get("season", "")))
    return respond(request, drawn, seconds=5 * MINUTE, index=True)


def board_asked(text: str) -> Board:
    return Board(text) if text in list(Board) else Board.RATING


def season_asked(text: str) -> int:
    """All time, this season or the one before it."""
    now = seasons.current()
    return {"now": now, "last": seasons.before(now)}.get(text, seasons.ALL_TIME)


def person_asked(text: str, me: int | None) -> int | None:
    """Whose row is to be found; -1 is nobody's."""
    if not text:
        return None
    if text == "me":
        return me or -1
    return int(text) if text.isdecimal() and len(text) < 19 else -1


def links(game: str, by: Board, season: int) -> dict[str, Any]:
    """The other boards of this game; each link keeps what it does not change."""
    now = seasons.current()
    names = {seasons.ALL_TIME: "", now: "now", seasons.before(now): "last"}

    def query(board: Board, term: int) -> str:
        parts = {"by": board if board is not Board.RATING else "", "season": names[term]}
        return urlencode({name: value for name, value in parts.items() if value})

    return {
        "query": query(by, season),
        "by_links": [(board.words, query(board, season), board is by) for board in Board],
        "season_links": [
            (words, query(by, term), term == season)
            for words, term in (
                (_("All time"), seasons.ALL_TIME),
                (_("This season"), now),
                (_("Last season"), seasons.before(now)),
            )
        ],
        "season_name": names[season],
    }
