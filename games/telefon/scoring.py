"""Scoring: points for the ends, the bonus of a game and its limit, and whose score it is."""

from games.engine.contract import Seat
from games.engine.seats import with_seat
from games.telefon.tiles import PIPS, Tile
from games.telefon.values import Options, State

SCORING_OPENER = "5-5"
STEP = 5
FULL_TARGET = 365
FULL_LIMIT = 300


def points_of(total: int) -> int:
    """A multiple of five is scored."""
    return 0 if total % STEP else total


def limit_of(options: Options) -> int:
    """300 of 365, and as much of a shorter target: no bonus goes beyond it."""
    return FULL_LIMIT * options.target // FULL_TARGET // STEP * STEP


def points_for(state: State, seat: Seat, tile: Tile, total: int) -> int:
    """What a tile scores, given the sum of the ends that it makes."""
    if state.board.centre is None:
        early = score_of(state, seat) < limit_of(state.options)
        return PIPS[tile] if tile == SCORING_OPENER and state.game > 1 and early else 0
    return points_of(total)


def side_of(state: State, seat: Seat) -> int:
    """Whose score it is: the seat's own, or that of the team it shares with the one opposite."""
    return seat % 2 if state.options.teams else seat


def score_of(state: State, seat: Seat) -> int:
    return state.scores[side_of(state, seat)]


def with_points(state: State, seat: Seat, points: int) -> tuple[int, ...]:
    side = side_of(state, seat)
    return with_seat(state.scores, side, state.scores[side] + points)


def rounded_up(pips: int) -> int:
    return -(-pips // STEP) * STEP


def bonus_for(score: int, pips: int, options: Options) -> int:
    """Rounded up, and never beyond the limit."""
    return max(0, min(rounded_up(pips), limit_of(options) - score))
