"""Domino tiles: the double-six set, `0-0` to `6-6`, and their pips."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

Tile = Annotated[
    str,
    msgspec.Meta(pattern=r"^(0-[0-6]|1-[1-6]|2-[2-6]|3-[3-6]|4-[4-6]|5-[56]|6-6)\Z"),
]
SET = tuple(f"{low}-{high}" for low in range(7) for high in range(low, 7))
HALVES = {tile: (int(tile[0]), int(tile[2])) for tile in SET}
PIPS = {tile: sum(halves) for tile, halves in HALVES.items()}


def is_double(tile: Tile) -> bool:
    return tile[0] == tile[2]


def pips_in(hand: Iterable[Tile]) -> int:
    return sum(PIPS[tile] for tile in hand)


def lightest(tiles: Iterable[Tile]) -> Tile:
    """The fewest pips; among equals the lower low side."""
    return min(tiles, key=lambda tile: (PIPS[tile], HALVES[tile]))
