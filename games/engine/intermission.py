"""Intermission: the stage between two rounds, in which what was played still lies on the table.

The step that ends a round leaves it there and deals nothing. Every seat may then play one move,
`PlayOn`; when all have, or by the clock, the next round is dealt with that step's chance. A game
with rounds takes `RoundOptions` for its options, gives its state and its view the field
`pressed`, calls the phase `BETWEEN`, and asks the functions below.

Off is the default, and then nothing of it is on the wire: a log from before it was known plays on
as it did. `RoundOptions.at_start` puts it on when a match starts.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.contract import CLOCK, Move, Reason, Seat, Step, Timer, gettext_noop
from games.engine.options import TableOptions, option

Between = Literal["between"]
BETWEEN: Between = "between"
SECONDS = 5
BOT_BREATHS = 0.2
"""A bot needs no time to look at what it has seen."""


class PlayOn(Move, frozen=True, tag="playOn"):
    """Seen; the next round may be dealt."""


PLAY_ON = PlayOn()


class RoundOptions(TableOptions, frozen=True, kw_only=True):
    """The options of a game with rounds."""

    intermission: Annotated[
        Literal[True] | UnsetType, option(gettext_noop("A pause between rounds"), hidden=True)
    ] = UNSET

    def at_start(self, one_room: bool = False) -> Self:
        """With it. Who has a day for a turn sees the last round when they come."""
        return msgspec.structs.replace(self, intermission=True) if self.live else self


def is_on(options: RoundOptions) -> bool:
    return options.intermission is not UNSET


def is_between(state: Any) -> bool:
    """Whether a state, or a view of it, is in this stage."""
    return getattr(state, "phase", None) == BETWEEN


def legal_moves(state: Any, seat: Seat) -> Sequence[PlayOn]:
    """Once for each seat; the clock's chair has it as long as the stage lasts."""
    return () if seat in state.pressed else (PLAY_ON,)


def why_not(state: Any, seat: Seat, move: Any) -> Reason:
    if isinstance(move, PlayOn):
        return Reason(gettext_noop("You are ready; the next round waits for the others."))
    return Reason(gettext_noop("The round is over. The next one is dealt in a moment."))


def apply(state: Any, seat: Seat, seats: int, next_round: Callable[[Any], Step]) -> Step:
    """The last to press, or the clock, lets the next round be dealt."""
    pressed = tuple(sorted((*state.pressed, seat)))
    if seat == CLOCK or len(pressed) == seats:
        return next_round(msgspec.structs.replace(state, pressed=()))
    return Step(msgspec.structs.replace(state, pressed=pressed))


def timer(label: str) -> Timer:
    return Timer(label, SECONDS, CLOCK, PLAY_ON)


NOT_BETWEEN = Reason(gettext_noop("No round has just ended: there is nothing to play on from."))
