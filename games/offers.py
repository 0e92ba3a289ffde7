"""A legal move as a player meets it: a button, a sentence that says what it does, its pieces."""

from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True)
class Offer:
    """One legal move, in words.

    `pieces` are the keys of what a player takes up for it (cards, tiles, piles): the page offers
    the move when exactly these are chosen, and lights those that could be chosen next.
    """

    move: Any
    label: str
    preview: str
    pieces: tuple[str, ...] = ()
    weight: int = 0
    """The heaviest offer that fits a choice becomes the main button."""

    @property
    def wire(self) -> str:
        return msgspec.json.encode(self.move).decode()
