"""Geometry of dominoes: rectangles on a plane of squares, and how a tile joins another."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.telefon.tiles import HALVES, Tile, is_double

Vector = tuple[float, float]

WEST, EAST, NORTH, SOUTH = (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)


@dataclass(frozen=True)
class Box:
    """A rectangle; y grows downwards."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class PlacedTile:
    """A tile, or a slot for one, in its place. It points from the half that joins to the other."""

    tile: Tile
    box: Box
    along: Vector
    outer: int
    """What the other half shows."""

    @property
    def halves(self) -> tuple[int, int]:
        """The half on the left or on top, and the other."""
        inner = other_half(self.tile, self.outer)
        return (inner, self.outer) if sum(self.along) > 0 else (self.outer, inner)

    @property
    def upright(self) -> bool:
        return self.box.h > self.box.w

    @property
    def tip(self) -> Vector:
        """The middle of the half that looks outwards; of a double, its own middle."""
        box = self.box
        out = 0.5 if self.upright == bool(self.along[1]) else 0.0
        return plus((box.x + box.w / 2, box.y + box.h / 2), times(self.along, out))

    @property
    def inner_half(self) -> Box:
        """The square that touches the tile before; not of a double."""
        x, y = plus(self.tip, times(self.along, -1))
        return Box(x - 0.5, y - 0.5, 1, 1)

    def edge(self, way: Vector) -> Vector:
        """Where another tile joins the outer half on that side."""
        across = self.upright == bool(self.along[0]) and not dot(self.along, way)
        return plus(self.tip, times(way, 1.0 if across else 0.5))


def joined(to: PlacedTile, way: Vector, tile: Tile) -> PlacedTile:
    """A tile that joins another on that side and points away from it; a double lies across."""
    long, wide = (1, 2) if is_double(tile) else (2, 1)
    start = to.edge(way)
    end = plus(start, times(way, long))
    x, y = min(start[0], end[0]), min(start[1], end[1])
    box = Box(x, y - wide / 2, long, wide) if way[0] else Box(x - wide / 2, y, wide, long)
    return PlacedTile(tile, box, way, other_half(tile, to.outer))


def other_half(tile: Tile, half: int) -> int:
    low, high = HALVES[tile]
    return high if low == half else low


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
