"""Values of Sudden Death 31: options, the state, what a seat sees, moves and facts."""

from typing import Annotated, Literal

from games.engine.cards import Card
from games.engine.contract import Fact, Move, Seat, Value, gettext_noop
from games.engine.intermission import Between, PlayOn, RoundOptions
from games.engine.options import option

Phase = Literal["bet", "turn", "discard", "over"] | Between
Why = Literal["31", "blitz", "showdown"]


class Options(RoundOptions, frozen=True, kw_only=True):
    """How long a match is, how deep the stacks are, and what a turn of the bet table means."""

    hands: Annotated[
        Literal[5, 10, 15] | None,
        option(
            gettext_noop("Hands"),
            {
                5: gettext_noop("5 hands"),
                10: gettext_noop("10 hands"),
                15: gettext_noop("15 hands"),
                None: gettext_noop("Until somebody is broke"),
            },
        ),
    ] = 10
    chips: Annotated[
        Literal[20, 10, 5, 2],
        option(
            gettext_noop("Chips each"),
            {
                20: gettext_noop("20 chips"),
                10: gettext_noop("10 chips"),
                5: gettext_noop("5 chips"),
                2: gettext_noop("2 chips: sudden death at once"),
            },
        ),
    ] = 20
    turns: Annotated[
        Literal["total", "each"],
        option(
            gettext_noop("Turns that a bet buys"),
            {
                "total": gettext_noop("For the whole table together"),
                "each": gettext_noop("For each player"),
            },
        ),
    ] = "total"


class LastHand(Value, frozen=True):
    """How the hand before ended, for all to see. Cards that were not shown are None."""

    why: Why
    winners: tuple[Seat, ...]
    pot: int
    hands: tuple[tuple[Card, ...] | None, ...]
    totals: tuple[int | None, ...]


class State(Value, frozen=True, kw_only=True, omit_defaults=True):
    """Everything. The draw pile is drawn from its front; the last discard is the top."""

    options: Options
    hand_no: int
    phase: Phase
    opener: Seat
    turn: Seat
    turns_left: int
    """Turns of the whole table still to be finished in this hand."""
    sudden_death: bool
    bet: int
    pot: int
    chips: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    drawn: Card | None
    deck: tuple[Card, ...]
    discards: tuple[Card, ...]
    last_hand: LastHand | None
    pressed: tuple[Seat, ...] = ()
    """Between hands: who has seen enough."""


class View(Value, frozen=True, kw_only=True, omit_defaults=True):
    """The table as one seat sees it."""

    turn: Seat | None
    phase: Phase
    hand_no: int
    opener: Seat
    pot: int
    bet: int
    turns_left: int
    sudden_death: bool
    chips: tuple[int, ...]
    hand: tuple[Card, ...]
    drawn: Card | None
    discard_top: Card | None
    discards: tuple[Card, ...]
    deck: int
    last_hand: LastHand | None
    pressed: tuple[Seat, ...] = ()


# ---- Moves -------------------------------------------------------------------------------------


class Bet(Move, frozen=True, tag="bet"):
    amount: int


class Draw(Move, frozen=True, tag="draw"):
    pass


class Discard(Move, frozen=True, tag="discard"):
    card: Card


class Swap(Move, frozen=True, tag="swap"):
    card: Card


AnyMove = Bet | Draw | Discard | Swap | PlayOn


# ---- Facts -------------------------------------------------------------------------------------


class Dealt(Fact, frozen=True, tag="dealt"):
    hand_no: int
    opener: Seat


class Opened(Fact, frozen=True, tag="opened"):
    """The opener bet, and everybody put in as much."""

    seat: Seat
    amount: int
    pot: int
    turns: int


class DeathStarted(Fact, frozen=True, tag="death-started"):
    """Nobody was asked: one chip from everybody, and this hand decides."""

    pot: int
    turns: int


class Drew(Fact, frozen=True, tag="drew"):
    seat: Seat


class Saw(Fact, frozen=True, tag="saw"):
    """What was drawn; only its owner may know."""

    card: Card


class Discarded(Fact, frozen=True, tag="discarded"):
    seat: Seat
    card: Card


class Swapped(Fact, frozen=True, tag="swapped"):
    seat: Seat
    card: Card
    taken: Card


class Struck(Fact, frozen=True, tag="struck"):
    """A 31 or a Blitz took the pot."""

    seat: Seat
    why: Why
    cards: tuple[Card, ...]
    pot: int


class Shown(Fact, frozen=True, tag="shown"):
    """One hand at the showdown."""

    seat: Seat
    cards: tuple[Card, ...]
    total: int


class Won(Fact, frozen=True, tag="won"):
    """The pot of a showdown, shared as `gains` says, in the order of `winners`."""

    winners: tuple[Seat, ...]
    gains: tuple[int, ...]
    total: int


class Broke(Fact, frozen=True, tag="broke"):
    seat: Seat


AnyFact = (
    Dealt | Opened | DeathStarted | Drew | Saw | Discarded | Swapped | Struck | Shown | Won | Broke
)
