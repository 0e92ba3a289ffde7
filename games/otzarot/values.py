"""Values of Otzarot: options, state, view, moves and facts."""

from typing import Annotated, Literal

import msgspec

from games.engine.contract import Fact, Move, Seat, Value, gettext_noop
from games.engine.options import TableOptions, option
from games.otzarot.deck import Card
from games.otzarot.dice import Die, Face, Faces, in_order

Phase = Literal["draw", "roll", "decide", "island", "zombie", "over"]
How = Literal["stopped", "storm", "disqualified", "island", "zombie"]
What = Literal[
    "set",
    "coins",
    "diamonds",
    "full_chest",
    "captain",
    "battle_won",
    "battle_lost",
    "truce_broken",
    "zombies_beaten",
    "zombies_paid",
    "island",
    "lost",
]


class Options(TableOptions, frozen=True, kw_only=True):
    """How far the treasure is."""

    target: Annotated[
        Literal[8000, 5000, 3000],
        option(
            gettext_noop("Play to"),
            {
                8000: gettext_noop("8000 points"),
                5000: gettext_noop("5000 points"),
                3000: gettext_noop("3000 points, a short game"),
            },
        ),
    ] = 8000


class ScoreItem(Value, frozen=True):
    """One thing that counted. With `others`, its points are not the player's: each opponent's."""

    what: What
    count: int
    points: int
    face: Face | None = None
    others: bool = False


class Score(Value, frozen=True):
    """What a turn brings, item by item."""

    points: int
    lines: tuple[ScoreItem, ...]


class LastTurn(Value, frozen=True):
    """The turn that ended last, as it counted."""

    seat: Seat
    card: Card
    dice: Faces
    lines: tuple[ScoreItem, ...]
    points: int


class State(Value, frozen=True, kw_only=True):
    """Everything. Dice keep their number all turn; the top of the deck is its first card."""

    options: Options
    phase: Phase
    turn: Seat
    turns: int
    """Turns that have ended."""
    deck: tuple[Card, ...]
    drawn: tuple[Card, ...]
    """The cards drawn since the last shuffle, the open one last."""
    card: Card | None
    dice: Faces
    chest: tuple[Die, ...]
    rolls: int
    sorceress_used: bool
    scores: tuple[int, ...]
    final_round: tuple[Seat, ...] | None
    """Who still has a turn, the one playing included; None before the final round."""
    last_turn: LastTurn | None


class View(Value, frozen=True, kw_only=True):
    """The table. Nothing is secret but the order of the deck."""

    turn: Seat | None
    phase: Phase
    card: Card | None
    dice: Faces
    chest: tuple[Die, ...]
    skulls: int
    rolls: int
    sorceress_used: bool
    scores: tuple[int, ...]
    preview: Score | None
    """What stopping now would score; None unless it is legal."""
    final_round: tuple[Seat, ...] | None
    deck_left: int
    last_turn: LastTurn | None


# ---- Moves -------------------------------------------------------------------------------------


class Draw(Move, frozen=True, tag="draw"):
    """Reveal the fortune card."""


class Roll(Move, frozen=True, tag="roll"):
    """The first roll, and every roll on the island and against zombies: the dice are given."""


class Reroll(Move, frozen=True, tag="reroll"):
    dice: tuple[Die, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "dice", in_order(self.dice))


class Chest(Move, frozen=True, tag="chest"):
    """These dice lie in the chest from now on, and no others."""

    dice: tuple[Die, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "dice", in_order(self.dice))


class Stop(Move, frozen=True, tag="stop"):
    """Take what the dice are worth."""


AnyMove = Draw | Roll | Reroll | Chest | Stop


# ---- Facts -------------------------------------------------------------------------------------


class Began(Fact, frozen=True, kw_only=True, tag="began"):
    first: Seat


class Drew(Fact, frozen=True, kw_only=True, tag="drew"):
    seat: Seat
    card: Card
    shuffled: bool
    """The deck was empty, so all cards were shuffled first."""


class Rolled(Fact, frozen=True, kw_only=True, tag="rolled"):
    """Which dice were rolled, and what all eight show now."""

    seat: Seat
    rolled: tuple[Die, ...]
    dice: Faces
    skulls: int
    roll: int


class Landed(Fact, frozen=True, kw_only=True, tag="landed"):
    """Four or more skulls with the first roll: the Island of Skulls."""

    seat: Seat
    skulls: int


class Stowed(Fact, frozen=True, kw_only=True, tag="stowed"):
    """What lies in the chest now."""

    seat: Seat
    dice: tuple[Die, ...]
    faces: tuple[Face, ...]


class TurnEnded(Fact, frozen=True, kw_only=True, tag="turn-ended"):
    seat: Seat
    card: Card
    how: How
    lines: tuple[ScoreItem, ...]
    points: int
    total: int


class FinalRoundBegan(Fact, frozen=True, kw_only=True, tag="final-round-began"):
    seat: Seat
    total: int


class PlayWentOn(Fact, frozen=True, kw_only=True, tag="play-went-on"):
    """The final round is over and nobody has the target any more."""

    seat: Seat


AnyFact = Began | Drew | Rolled | Landed | Stowed | TurnEnded | FinalRoundBegan | PlayWentOn
