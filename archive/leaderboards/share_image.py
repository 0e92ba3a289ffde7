"""Share image of a leaderboard: its first five rows, as its page has them."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from accounts.ratings import seasons
from archive.leaderboards import selectors
from archive.leaderboards.selectors import Board
from games import registry
from sharing.pictures.board import ROWS, BoardPicture
from sharing.pictures.people import person_of
from sharing.pictures.score_sheet import Row


def board_picture(key: str, by: Board, season: int) -> BoardPicture:
    game = registry.game(key)
    page = selectors.page(key, by, season)
    return BoardPicture(
        game=_(game.info.name),
        emblem=game.emblem,
        title=_("Leaderboard: %(board)s") % {"board": by.words},
        note=str(seasons.words(season)),
        rows=tuple(
            Row((person_of(row.user),), number_format(row.value, force_grouping=True), row.place)
            for row in page.rows[:ROWS]
        ),
        empty=_("Nobody has played a rated match here yet. Be the first."),
    )
