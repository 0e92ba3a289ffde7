"""Dice: six faces, eight dice, how many show each face, and which of them may be rolled again.

Dice keep their number, 0 to 7, for the whole turn.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import msgspec

Face = Literal["coin", "diamond", "swords", "monkey", "parrot", "skull"]
FACES: tuple[Face, ...] = ("coin", "diamond", "swords", "monkey", "parrot", "skull")
COIN, DIAMOND, SWORDS, MONKEY, PARROT, SKULL = range(6)

DICE = 8
Die = Annotated[int, msgspec.Meta(ge=0, le=DICE - 1)]
Faces = tuple[Face | None, ...]
UNROLLED: Faces = (None,) * DICE
LEAST_REROLL = 2

Counts = tuple[int, int, int, int, int, int]
"""How many dice show each face, in the order of FACES."""


def counts_of(dice: Iterable[Face | None]) -> Counts:
    shown = list(dice)
    coin, diamond, swords, monkey, parrot, skull = (shown.count(face) for face in FACES)
    return coin, diamond, swords, monkey, parrot, skull


def showing(face: Face, dice: Faces) -> tuple[int, ...]:
    return tuple(die for die, shown in enumerate(dice) if shown == face)


def living_dice(dice: Faces) -> tuple[int, ...]:
    """All that show no skull."""
    return tuple(die for die, face in enumerate(dice) if face != "skull")


def free_dice(dice: Faces, chest: Sequence[int]) -> tuple[int, ...]:
    """What may be rerolled: no skull, and nothing that lies in the chest."""
    return tuple(die for die in living_dice(dice) if die not in chest)


def in_order(dice: tuple[int, ...]) -> tuple[int, ...]:
    """However a choice of dice is written, it is the same choice."""
    if len(set(dice)) < len(dice):
        raise ValueError("a die is named twice")
    return tuple(sorted(dice))
