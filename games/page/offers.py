"""Offers: a legal move as a player meets it, a button, what it does in a sentence, its pieces."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from games.page.words import Words


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
    gather: str = ""
    """The list of the move that the chosen pieces fill, when one button stands for many moves.

    Then any `least` to `most` of `pieces` may be chosen, `must` among them, and `previews` says by
    number what they would do. A chosen piece that the list already names is taken out of it.
    """
    least: int = 1
    most: int | None = None
    must: str = ""
    previews: dict[int, str] = field(default_factory=dict)
    slot: str = ""
    """The place of the button, where it keeps one whatever else is offered."""
    by_itself: bool = True
    """Whether the page may press it when it is all there is to do."""
    forced: bool = False
    """It is all there is to do. `offers_for` says so."""

    @property
    def wire(self) -> str:
        return msgspec.json.encode(self.move).decode()


def offers_for(words: "Words", view: Any, moves: Sequence[Any]) -> list[Offer]:
    """A button for each legal move, unless the game puts many moves into one button."""
    if not moves:
        return []
    gathered = words.offers(view, moves)
    made = list(gathered) if gathered is not None else [words.offer(move, view) for move in moves]
    if len(moves) == len(made) == 1 and made[0].by_itself:
        return [replace(made[0], forced=True)]
    return made
