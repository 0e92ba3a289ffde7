"""Board layout: a rectangle on the felt for each tile and each free slot. Pure geometry.

A tile is two squares long and one wide. Plain tiles lie along their chain, doubles across it.

A laid tile never moves: the layout is made tile by tile in the order of laying, and each step looks
only at what lay before. So a slot is where its tile will lie, and all that changes is the frame
around everything, which the page scales to the felt. A chain runs straight on while the board fits
the plane, and folds at its edge.

There is one plane for all felts, laid out here and not in the browser: so a window can be turned,
replays, televisions and the rules page need no script, and everybody at a table sees one board.
Over 250 games its tiles are drawn at least 0.93 times as large as on whatever plane suits best a
desktop's felt, a phone's upright, a phone's on its side, or that of 320 pixels.

Chains cannot meet, because each has a field of its own that is open on one side for ever:

* Before there is a spinner the two ends of the row bend once, the left one up and the right one
  down, and run on straight. So both sides of every double that may become the spinner are free.
* From the spinner on each arm goes to and fro in a quarter of its own and progresses up or down.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from games.telefon.geometry import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Box,
    PlacedTile,
    Vector,
    around,
    dot,
    joined,
    plus,
    times,
)
from games.telefon.tiles import HALVES, Tile, is_double
from games.telefon.values import ENDS, Chains, End

WIDTH, HEIGHT = 17, 12
"""The plane: a board that would grow larger folds, if it can."""
REACH = (8, 5)
"""So far from the spinner an arm runs in any case, so that its field is not too narrow."""


class Slot(NamedTuple):
    """Where the next tile at an end will lie: a plain one, or a double."""

    plain: PlacedTile
    double: PlacedTile


@dataclass(frozen=True)
class Layout:
    """Tiles in the order of laying, the slots at all open ends, and the frame around all."""

    tiles: tuple[PlacedTile, ...]
    slots: dict[End, Slot]
    box: Box


@lru_cache(maxsize=256)
def lay_out(centre: Tile | None, chains: Chains, slots: bool = True) -> Layout:
    """The board; its frame has room for the slots, or there are none."""
    if centre is None:
        return Layout((), {}, Box(-2, -2, 4, 4))
    board_so_far = _laid(tuple(in_order(centre, chains)))
    free = board_so_far.slots() if slots else {}
    boxes = [placed.box for slot in free.values() for placed in slot]
    return Layout(board_so_far.tiles, free, around([board_so_far.box, *boxes]))


def in_order(centre: Tile, chains: Chains) -> Iterator[tuple[Tile, End]]:
    """Each tile, and at which end it was laid; the first was at none.

    What a board of an older match does not know of its order is taken from the middle outwards.
    """
    line = [*(laid.tile for laid in reversed(chains.left)), centre]
    line += [laid.tile for laid in chains.right]
    place = {tile: number for number, tile in enumerate(line)}
    inside_out = [centre, *(laid.tile for end in ENDS for laid in getattr(chains, end))]
    laid = chains.order or ()
    order = [*(tile for tile in inside_out if tile not in laid), *laid]
    ups = {laid.tile for laid in chains.up}
    for tile in order:
        if tile in place:
            yield tile, "left" if place[tile] < place[order[0]] else "right"
        else:
            yield tile, "up" if tile in ups else "down"


# ---- Laying tile by tile -------------------------------------------------------------------------


@dataclass(frozen=True)
class Arm:
    """The open end of a chain, and the field in which it goes on."""

    tip: PlacedTile
    heading: Vector
    outward: Vector
    """The way of its runs, away from the others."""
    progress: Vector
    """Where to it moves on from run to run."""
    home: Vector | None = None
    """The middle of the spinner, once there is one."""
    near: float = 0
    """How far a run may come back, measured against `outward`."""
    far: float | None = None
    """How far out a run may go; None: as far as the plane."""


@dataclass(frozen=True)
class _SoFar:
    """A board in the middle of being laid."""

    tiles: tuple[PlacedTile, ...]
    arms: dict[End, Arm]
    box: Box

    def slots(self) -> dict[End, Slot]:
        return {end: self.slot(arm) for end, arm in self.arms.items()}

    def slot(self, arm: Arm) -> Slot:
        plain = self.step(arm, "0-1")[0]
        return Slot(plain, plain if is_double(arm.tip.tile) else self.step(arm, "0-0")[0])

    def with_tile(self, tile: Tile, end: End) -> "_SoFar":
        before = self.arms[end]
        placed, arm = self.step(before, tile)
        arms = {**self.arms, end: arm}
        if before.home is None and is_double(before.tip.tile):
            # The first double that has a tile on both its sides is the spinner.
            first = self.tiles[0].tile
            if before.tip.tile != first or all(one.tip.tile != first for one in arms.values()):
                arms = around_spinner(before.tip, before.heading, end, arms)
        return _SoFar((*self.tiles, placed), arms, around([self.box, placed.box]))

    def step(self, arm: Arm, tile: Tile) -> tuple[PlacedTile, Arm]:
        """The tile in its place, and the arm as it goes on behind it."""
        way = arm.heading
        # A double is never a corner, and nothing turns off at what becomes the spinner.
        becomes_spinner = arm.home is None and is_double(arm.tip.tile)
        if is_double(tile) or becomes_spinner or self.has_room(arm):
            placed = joined(arm.tip, way, tile)
            return placed, replace(arm, tip=placed)
        if way == arm.progress:
            # From here it runs to the side, and this tile begins the run.
            out = arm.outward if arm.far is None else times(arm.outward, -1)
            placed = joined(arm.tip, out, tile)
            return placed, replace(arm, tip=placed, heading=out)
        placed = joined(arm.tip, arm.progress, tile)
        if arm.home is None:
            return placed, replace(arm, tip=placed, heading=arm.progress)
        far = arm.far
        if far is None:
            far = dot(arm.tip.tip, arm.outward) + 0.5
        return placed, replace(arm, tip=placed, heading=times(way, -1), far=far)

    def has_room(self, arm: Arm) -> bool:
        """Room for a plain tile straight on, and for the double that may follow it."""
        way = arm.heading
        end = plus(arm.tip.edge(way), times(way, 3))
        if way == times(arm.outward, -1):
            return dot(end, way) <= arm.near
        if way == arm.outward and arm.far is not None:
            return dot(end, way) <= arm.far
        if way == arm.progress and arm.home is None:
            return True
        grown = around([self.box, Box(*end, 0, 0)])
        if way[0]:
            fits, reach = grown.w <= WIDTH, REACH[0]
        else:
            fits, reach = grown.h <= HEIGHT, REACH[1]
        return fits or (arm.home is not None and dot(end, way) - dot(arm.home, way) <= reach)


@lru_cache(maxsize=4096)
def _laid(order: tuple[tuple[Tile, End], ...]) -> _SoFar:
    """Remembered: a board that has grown by a tile is one step more."""
    tile, end = order[-1]
    if len(order) > 1:
        return _laid(order[:-1]).with_tile(tile, end)
    # A double stands across the row, a plain tile lies in it, its low half left.
    box = Box(-0.5, -1, 1, 2) if is_double(tile) else Box(-1, -0.5, 2, 1)
    low, high = HALVES[tile]
    left, right = PlacedTile(tile, box, WEST, low), PlacedTile(tile, box, EAST, high)
    arms: dict[End, Arm] = {
        "left": Arm(left, WEST, WEST, NORTH),
        "right": Arm(right, EAST, EAST, SOUTH),
    }
    return _SoFar((right,), arms, box)


BESIDE, ABOVE, BEHIND = -1.5, 1.0, 0.5
"""How near a run comes to the spinner's middle: beside an arm, over its own, over the row."""


def around_spinner(
    spinner: PlacedTile, heading: Vector, end: End, arms: dict[End, Arm]
) -> dict[End, Arm]:
    """The fields of all arms, from the moment on at which the spinner is covered.

    In the row the arms turn clockwise. In a bent part they turn the other way, because the row
    lies on one side of it.
    """
    home = spinner.tip

    def field(arm: Arm, outward: Vector, progress: Vector, near: float) -> Arm:
        bent = arm.heading == progress and near != ABOVE
        far = dot(arm.tip.tip, outward) + 0.5 if bent else None
        near += dot(home, times(outward, -1))
        return replace(arm, outward=outward, progress=progress, home=home, near=near, far=far)

    def new(way: Vector, outward: Vector, progress: Vector, near: float) -> Arm:
        tip = replace(spinner, along=way)
        return field(Arm(tip, way, outward, progress), outward, progress, near)

    if heading[0]:
        return {
            "left": field(arms["left"], WEST, NORTH, BESIDE),
            "right": field(arms["right"], EAST, SOUTH, BESIDE),
            "up": new(NORTH, EAST, NORTH, ABOVE),
            "down": new(SOUTH, WEST, SOUTH, ABOVE),
        }
    near_left = ABOVE if end == "left" else BEHIND
    near_right = ABOVE if end == "right" else BEHIND
    return {
        "left": field(arms["left"], WEST, NORTH, near_left),
        "right": field(arms["right"], EAST, SOUTH, near_right),
        "up": new(EAST, EAST, NORTH, BESIDE),
        "down": new(WEST, WEST, SOUTH, BESIDE),
    }
