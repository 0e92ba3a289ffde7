"""Refusal reasons of Telefon Domino: one sentence each.

They look only at what the seat sees: its own hand, the board, and how much is in the bazar.
"""

from games.engine import intermission
from games.engine.contract import Reason, Seat, gettext_noop
from games.engine.errors import GameOver, NotYourTurn
from games.engine.intermission import BETWEEN, PlayOn
from games.telefon.board import ends_of, plays_on
from games.telefon.tiles import HALVES, Tile
from games.telefon.values import AnyMove, Draw, End, Play, State

NO_SUCH_END: dict[End, str] = {
    "left": gettext_noop("The %(tile)s does not fit on the left: that end is a %(value)s."),
    "right": gettext_noop("The %(tile)s does not fit on the right: that end is a %(value)s."),
    "up": gettext_noop("The %(tile)s does not fit above: that end is a %(value)s."),
    "down": gettext_noop("The %(tile)s does not fit below: that end is a %(value)s."),
}

SEVERAL_ENDS: dict[tuple[End, ...], str] = {
    ("left", "right"): gettext_noop("The %(tile)s fits at several ends. Choose one: left, right."),
    ("left", "up"): gettext_noop("The %(tile)s fits at several ends. Choose one: left, up."),
    ("left", "down"): gettext_noop("The %(tile)s fits at several ends. Choose one: left, down."),
    ("right", "up"): gettext_noop("The %(tile)s fits at several ends. Choose one: right, up."),
    ("right", "down"): gettext_noop("The %(tile)s fits at several ends. Choose one: right, down."),
    ("up", "down"): gettext_noop("The %(tile)s fits at several ends. Choose one: up, down."),
    ("left", "right", "up"): gettext_noop(
        "The %(tile)s fits at several ends. Choose one: left, right, up."
    ),
    ("left", "right", "down"): gettext_noop(
        "The %(tile)s fits at several ends. Choose one: left, right, down."
    ),
    ("left", "up", "down"): gettext_noop(
        "The %(tile)s fits at several ends. Choose one: left, up, down."
    ),
    ("right", "up", "down"): gettext_noop(
        "The %(tile)s fits at several ends. Choose one: right, up, down."
    ),
    ("left", "right", "up", "down"): gettext_noop(
        "The %(tile)s fits at several ends. Choose one: left, right, up, down."
    ),
}
"""A whole sentence for each choice, so that the ends are named in the reader's language."""


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    if state.phase == "over":
        return Reason(GameOver.sentence)
    if state.phase == BETWEEN:
        return intermission.why_not(state, seat, move)
    if isinstance(move, PlayOn):
        return intermission.NOT_BETWEEN
    if seat != state.turn:
        return Reason(NotYourTurn.sentence)
    if isinstance(move, Play):
        return why_not_that_tile(state, seat, move)
    plays = plays_on(state.board, state.hands[seat], state.must)
    if plays:
        return why_play_first(plays[0].tile, move)
    if isinstance(move, Draw):
        return Reason(gettext_noop("The bazar is empty: there is nothing to draw."))
    return Reason(
        gettext_noop("Draw before you pass: tiles in the bazar: %(n)s."), {"n": len(state.bazar)}
    )


def why_play_first(tile: Tile, move: AnyMove) -> Reason:
    if isinstance(move, Draw):
        text = gettext_noop("You can play the %(tile)s, so you may not draw.")
    else:
        text = gettext_noop("You can play the %(tile)s, so you may not pass.")
    return Reason(text, {"tile": tile})


def why_not_that_tile(state: State, seat: Seat, move: Play) -> Reason:
    tile, end = move.tile, move.end
    if tile not in state.hands[seat]:
        return Reason(gettext_noop("The %(tile)s is not in your hand."), {"tile": tile})
    if state.must not in (None, tile):
        text = gettext_noop("The first game is opened with the %(tile)s.")
        return Reason(text, {"tile": str(state.must)})
    if state.board.centre is None:
        return Reason(gettext_noop("The first tile lies in the middle and has no end."))
    ends = ends_of(state.board)
    fitting = tuple(name for name, open_end in ends.items() if open_end.value in HALVES[tile])
    if not fitting:
        values = sorted({open_end.value for open_end in ends.values()})
        return Reason(
            gettext_noop("The %(tile)s fits nowhere: the ends are %(values)s."),
            {"tile": tile, "values": ", ".join(map(str, values))},
        )
    if end is None:
        return Reason(SEVERAL_ENDS[fitting], {"tile": tile})
    if end not in ends:
        return Reason(
            gettext_noop("Up and down open when a double has a tile on its left and its right.")
        )
    return Reason(NO_SUCH_END[end], {"tile": tile, "value": ends[end].value})
