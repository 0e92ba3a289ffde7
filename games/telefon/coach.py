"""Coach of Telefon Domino: what the ends add up to, and which tile would score."""

from collections.abc import Sequence

from games.engine.contract import Reason, gettext_noop
from games.telefon.board import board_of, sum_of_ends, with_tile
from games.telefon.bot import points_now
from games.telefon.tiles import PIPS
from games.telefon.values import AnyMove, Draw, Play, View


def advise(view: View, moves: Sequence[AnyMove]) -> Reason | None:
    plays = [move for move in moves if isinstance(move, Play)]
    if Draw() in moves:
        return Reason(
            gettext_noop("The ends add up to %(sum)s, and no tile of yours fits: draw."),
            {"sum": view.sum},
        )
    if not plays:
        return None
    if view.centre is None:
        return None if len(plays) == 1 else Reason(gettext_noop("Open with what you have most of."))
    board = board_of(view)
    best = max(plays, key=lambda play: points_now(board, play))
    heaviest = max(plays, key=lambda play: PIPS[play.tile])
    total = sum_of_ends(with_tile(board, best.tile, best.end or "left"))
    if points_now(board, best):
        text = gettext_noop(
            "The ends add up to %(sum)s. %(tile)s could make them %(total)s: that scores."
        )
    else:
        text = gettext_noop(
            "The ends add up to %(sum)s, and no tile scores. %(heavy)s rids you of most pips."
        )
    return Reason(
        text, {"sum": view.sum, "tile": best.tile, "total": total, "heavy": heaviest.tile}
    )
