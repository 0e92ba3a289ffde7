"""Move generation between rolls: every choice of dice that may be made, by bit masks, cached."""

from collections.abc import Sequence
from functools import lru_cache

from games.otzarot.dice import DICE, LEAST_REROLL
from games.otzarot.values import AnyMove, Chest, Reroll, Stop

REROLLS = tuple(
    Reroll(tuple(die for die in range(DICE) if mask >> die & 1)) for mask in range(1 << DICE)
)
CHESTS = tuple(Chest(move.dice) for move in REROLLS)
"""Every choice of dice there is, by its mask: made once, since they are listed all the time."""


@lru_cache(maxsize=4096)
def choices_of_dice(
    free: Sequence[int], skulls: Sequence[int], for_chest: Sequence[int] | None, may_stop: bool
) -> tuple[AnyMove, ...]:
    """Stop, then every reroll, then everything that could lie in the chest."""
    moves: list[AnyMove] = [Stop()] if may_stop else []
    parts = masks_within(free)
    moves += [REROLLS[mask] for mask in parts if mask.bit_count() >= LEAST_REROLL]
    for skull in skulls:
        # With a skull among them, one die is enough.
        moves += [REROLLS[mask | 1 << skull] for mask in parts]
    if for_chest is not None:
        moves += [CHESTS[mask] for mask in masks_within(for_chest)]
    return tuple(moves)


def masks_within(dice: Sequence[int]) -> list[int]:
    whole = sum(1 << die for die in dice)
    return [mask for mask in range(1 << DICE) if mask & whole == mask]
