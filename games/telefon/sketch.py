"""The board as a player keeps it in mind: what the ends add up to, and what each of them is.

Bots look at thousands of boards; a sketch holds just what decides what fits and what scores.
Tiles are bits of a number, so that a hand is a number as well.
"""

from collections.abc import Iterable

from games.telefon.rules import (
    ENDS,
    HALVES,
    PIPS,
    SET,
    STEP,
    Board,
    Tile,
    ends_of,
    is_double,
    sum_of_ends,
)

Ends = tuple[tuple[int, int, bool], ...]
"""Each end: its value, what it counts in the sum, and whether a double lies there.

A lone double is one end. Two ends more, which count nothing yet, mean that the spinner is open.
"""
Sketch = tuple[int, Ends]
"""The sum of the ends, and the ends."""

BIT = {tile: 1 << place for place, tile in enumerate(SET)}
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


def sketch_of(board: Board) -> Sketch:
    """Of a board on which something lies."""
    assert board.centre is not None
    total = sum_of_ends(board)
    if is_double(board.centre) and not board.left and not board.right:
        return total, ((HALVES[board.centre][0], total, True),)
    return total, tuple(
        (e.value, e.value * (1 + e.double) if end in ENDS[:2] or board.chain(end) else 0, e.double)
        for end, e in ends_of(board).items()
    )


def lay(sketch: Sketch, place: int, fitting: Fit) -> Sketch:
    """The sketch with one tile more."""
    total, ends = sketch
    _, other, counts, pips = fitting
    value, counted, double = ends[place]
    end = (other, counts, 2 * other == pips)
    if len(ends) == 1:
        return total + counts, (ends[0], end)
    longer = (*ends[:place], end, *ends[place + 1 :])
    if double and len(ends) == 2:
        longer += ((value, 0, False), (value, 0, False))
    return total - counted + counts, longer


def points(total: int) -> int:
    return 0 if total % STEP else total


def pips_of(hand: int) -> int:
    total = 0
    while hand:
        tile = hand & -hand
        total += PIPS_OF[tile]
        hand ^= tile
    return total


def plays(sketch: Sketch, hand: int) -> list[tuple[int, int, int, Fit]]:
    """Every tile of a hand at every end that it fits: points, pips, where, and which."""
    total, ends = sketch
    found = []
    alone = len(ends) == 1
    for place, (value, counted, _) in enumerate(ends):
        if not hand & HAVING[value]:
            continue
        rest = total if alone else total - counted
        for fitting in FITS[value]:
            if hand & fitting[0]:
                after = rest + fitting[2]
                found.append((0 if after % STEP else after, fitting[3], place, fitting))
    return found


def most_points(sketch: Sketch, hand: int) -> tuple[int, Fit] | None:
    """Where to lay which tile to score most now, among equals the heaviest."""
    total, ends = sketch
    best, place, found = -1, 0, None
    alone = len(ends) == 1
    for at, (value, counted, _) in enumerate(ends):
        if hand & HAVING[value]:
            rest = total if alone else total - counted
            for fitting in FITS[value]:
                if hand & fitting[0]:
                    after = rest + fitting[2]
                    rank = fitting[3] if after % STEP else POINTS_FIRST * after + fitting[3]
                    if rank >= best:
                        best, place, found = rank, at, fitting
    return None if found is None else (place, found)
