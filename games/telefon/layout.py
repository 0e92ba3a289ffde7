"""Board layout: a rectangle on the felt for each tile and each free slot. Pure geometry.

A tile is two squares long and one wide. Plain tiles lie along their chain, doubles across it.
Every chain runs straight until it would leave its field; then one tile stands on the side of the
last half, and the chain runs back beside itself. The fields do not meet: without a spinner the
left chain has everything above the middle row and the right one everything below; with a spinner
each arm has its own quarter, and all turn the same way round.

How far a chain runs before it bends is chosen so that the tiles can be drawn as large as possible
on a felt that is a little wider than high.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from games.telefon.tiles import HALVES, is_double
from games.telefon.values import ENDS, BoardView, Chains, End, LaidTile, View

Vector = tuple[float, float]

WEST, EAST, NORTH, SOUTH = (-1, 0), (1, 0), (0, -1), (0, 1)
HEADING: dict[End, Vector] = {"left": WEST, "right": EAST, "up": NORTH, "down": SOUTH}
TURNING: dict[End, Vector] = {"left": NORTH, "up": EAST, "right": SOUTH, "down": WEST}
"""Each arm bends into the quarter on its right hand, which is no other arm's."""

REACHES = (6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5)
"""How far from the middle a chain may run before it bends."""
BACK_TO = -1.5
"""With a spinner: how near a chain that runs back may come to the neighbouring arm."""
ASPECT = 1.15
LEAST_HEIGHT = 9.0
"""A small board is not drawn larger than this allows."""


@dataclass(frozen=True)
class Box:
    """A rectangle; y grows downwards."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class PlacedTile:
    """A tile in its place. `first` is the half on the left or on top."""

    tile: str
    box: Box
    first: int
    second: int

    @property
    def upright(self) -> bool:
        return self.box.h > self.box.w


@dataclass(frozen=True)
class Layout:
    """Tiles from the centre outwards, a free slot at every open end, and what holds them all."""

    tiles: tuple[PlacedTile, ...]
    slots: dict[End, Box]
    box: Box


def lay_out(board: View | BoardView, slots: bool = True) -> Layout:
    """The board drawn as large as it can be, with room for its slots or without any."""
    if board.centre is None:
        return Layout((), {}, Box(-2, -2, 4, 4))
    best: Layout | None = None
    arms: dict[End, dict[float, Arm]] = {end: {} for end in ENDS}
    centre = centre_of(board)
    upward = REACHES if board.spinner else REACHES[:1]
    for reach, height in product(REACHES, upward):
        parts = []
        for end in ENDS if board.spinner else ENDS[:2]:
            far = reach if end in ENDS[:2] else height
            if far not in arms[end]:
                arms[end][far] = Arm(board, end, far, slots)
            parts.append(arms[end][far])
        box = around([centre.box, *(part.box for part in parts)])
        if best is None or size_of(box) < size_of(best.box) - 1e-9:
            tiles = (centre, *(placed for part in parts for placed in part.tiles))
            best = Layout(tiles, {part.end: part.slot for part in parts if slots}, box)
    assert best is not None
    return best


def size_of(box: Box) -> float:
    """The smaller, the larger its tiles are drawn."""
    return max(box.w / ASPECT, box.h, LEAST_HEIGHT)


def centre_of(board: View | BoardView) -> PlacedTile:
    """A double stands across the middle row, a plain tile lies in it, its low half left."""
    tile = str(board.centre)
    low, high = HALVES[tile]
    box = Box(-0.5, -1, 1, 2) if is_double(tile) else Box(-1, -0.5, 2, 1)
    return PlacedTile(tile, box, low, high)


class Arm:
    """One chain, laid tile by tile within its reach, and the slot behind its last tile."""

    def __init__(self, board: View | BoardView, end: End, reach: float, slots: bool) -> None:
        self.end = end
        self.heading, self.turning = HEADING[end], TURNING[end]
        # Running out it may go to its reach; running back, to the neighbouring arm or right across.
        self.reach = reach
        self.back = BACK_TO if board.spinner else reach
        self.running_back = False
        middle = centre_of(board)
        half = (middle.box.w if self.heading[0] else middle.box.h) / 2
        self.joint: Vector = times(self.heading, half)
        self.side: Vector = (0, 0)
        """Where a tile that turns off would be joined; the centre itself is never turned off."""
        first, second = middle.first, middle.second
        inner = second if end == "right" else first
        self.tiles = tuple(self.lay(board.chains, inner))
        self.slot = self.step(False)[0]
        boxes = [*(placed.box for placed in self.tiles), *([self.slot] if slots else [])]
        self.box = around(boxes or [middle.box])

    def lay(self, chains: Chains, inner: int) -> Iterator[PlacedTile]:
        chain: Sequence[LaidTile] = getattr(chains, self.end)
        for laid in chain:
            box, along = self.step(is_double(laid.tile))
            outwards = along[0] + along[1] > 0
            halves = (inner, laid.outer) if outwards else (laid.outer, inner)
            yield PlacedTile(laid.tile, box, *halves)
            inner = laid.outer

    def step(self, double: bool) -> tuple[Box, Vector]:
        """The place of the next tile and the way it points; the arm goes on behind it."""
        long = 1 if double else 2
        if not self.there_is_room(long):
            return self.turn()
        along, joint = self.heading, self.joint
        end = plus(joint, times(along, long))
        box = between(joint, end, along, 2 if double else 1)
        self.joint = end
        if double:
            # Its own end looks towards the turn.
            self.side = plus(plus(joint, times(along, 0.5)), self.turning)
        else:
            self.side = plus(plus(joint, times(along, 1.5)), times(self.turning, 0.5))
        return box, along

    def there_is_room(self, long: int) -> bool:
        """A plain tile leaves room for the double that may follow, so a double never turns."""
        far = dot(self.joint, self.heading) + long
        limit = self.back if self.running_back else self.reach
        return far <= limit - (long == 2)

    def turn(self) -> tuple[Box, Vector]:
        """A tile stands on the side of the last half, and the chain runs back from its far half."""
        along, joint = self.turning, self.side
        end = plus(joint, times(along, 2))
        box = between(joint, end, along, 1)
        self.heading = times(self.heading, -1)
        self.running_back = not self.running_back
        far_half = plus(joint, times(along, 1.5))
        self.joint = plus(far_half, times(self.heading, 0.5))
        self.side = end
        return box, along


def between(start: Vector, end: Vector, along: Vector, wide: float) -> Box:
    """The rectangle from one edge to the other, so wide across its way."""
    x, y = min(start[0], end[0]), min(start[1], end[1])
    long = abs(end[0] - start[0]) + abs(end[1] - start[1])
    if along[0]:
        return Box(x, y - wide / 2, long, wide)
    return Box(x - wide / 2, y, wide, long)


def around(boxes: Sequence[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.w for box in boxes), max(box.y + box.h for box in boxes)
    return Box(x, y, right - x, bottom - y)


def plus(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1])


def times(a: Vector, factor: float) -> Vector:
    return (a[0] * factor, a[1] * factor)


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1]
