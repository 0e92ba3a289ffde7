"""Search positions: hands as bit sets, and the board as its open ends and their sum.

Bots look at thousands of boards; a position holds just what decides what fits and what scores.
"""

from collections.abc import Iterable

from games.telefon.board import ends_of, sum_of_ends
from games.telefon.scoring import STEP
from games.telefon.tiles import HALVES, PIPS, SET, Tile, is_double
from games.telefon.values import ENDS, Board

Ends = tuple[tuple[int, int, bool], ...]
"""Each end: its value, what it counts in the sum, and whether a double lies there.

A lone double is one end. Two ends more, which count nothing yet, mean that the spinner is open.
"""
Position = tuple[int, Ends]
"""The sum of the ends, and the ends."""

BIT = {tile: 1 << number for number, tile in enumerate(SET)}
PIPS_OF = {BIT[tile]: PIPS[tile] for tile in SET}
HAVING = tuple(sum(BIT[t] for t in SET if value in HALVES[t]) for value in range(7))
"""By value: all tiles that have it."""

POINTS_FIRST = 100
"""More than the pips of any tile: points are compared before pips."""

Fit = tuple[int, int, int, int]
"""A tile that fits: its bit, the value it turns outwards, what that counts, its pips."""


def fit(tile: Tile, value: int) -> Fit:
    low, high = HALVES[tile]
    other = high if low == value else low
    return BIT[tile], other, 2 * value if low == high else other, PIPS[tile]


FITS: tuple[tuple[Fit, ...], ...] = tuple(
    tuple(fit(tile, value) for tile in SET if value in HALVES[tile]) for value in range(7)
)
"""By the value of an end: the seven tiles that may lie there."""


def bits(tiles: Iterable[Tile]) -> int:
    return sum(BIT[tile] for tile in tiles)


def position_of(board: Board) -> Position:
    """Of a board on which something lies."""
    assert board.centre is not None
    total = sum_of_ends(board)
    if is_double(board.centre) and not board.left and not board.right:
        return total, ((HALVES[board.centre][0], total, True),)
    return total, tuple(
        (e.value, e.value * (1 + e.double) if end in ENDS[:2] or board.chain(end) else 0, e.double)
        for end, e in ends_of(board).items()
    )


def lay(position: Position, at: int, fitting: Fit) -> Position:
    """The position with one tile more."""
    total, ends = position
    _, other, counts, pips = fitting
    value, counted, double = ends[at]
    end = (other, counts, 2 * other == pips)
    if len(ends) == 1:
        return total + counts, (ends[0], end)
    longer = (*ends[:at], end, *ends[at + 1 :])
    if double and len(ends) == 2:
        longer += ((value, 0, False), (value, 0, False))
    return total - counted + counts, longer


def pips_of(hand: int) -> int:
    total = 0
    while hand:
        tile = hand & -hand
        total += PIPS_OF[tile]
        hand ^= tile
    return total


def plays(position: Position, hand: int) -> list[tuple[int, int, int, Fit]]:
    """Every tile of a hand at every end that it fits: points, pips, where, and which."""
    total, ends = position
    found = []
    alone = len(ends) == 1
    for at, (value, counted, _) in enumerate(ends):
        if not hand & HAVING[value]:
            continue
        rest = total if alone else total - counted
        for fitting in FITS[value]:
            if hand & fitting[0]:
                after = rest + fitting[2]
                found.append((0 if after % STEP else after, fitting[3], at, fitting))
    return found


def most_points(position: Position, hand: int) -> tuple[int, Fit] | None:
    """Where to lay which tile to score most now, among equals the heaviest."""
    total, ends = position
    best, where, found = -1, 0, None
    alone = len(ends) == 1
    for at, (value, counted, _) in enumerate(ends):
        if hand & HAVING[value]:
            rest = total if alone else total - counted
            for fitting in FITS[value]:
                if hand & fitting[0]:
                    after = rest + fitting[2]
                    rank = fitting[3] if after % STEP else POINTS_FIRST * after + fitting[3]
                    if rank >= best:
                        best, where, found = rank, at, fitting
    return None if found is None else (where, found)
