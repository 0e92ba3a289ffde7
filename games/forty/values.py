"""Values of Forty: options, cards, the state, what a seat sees, moves and facts."""

from itertools import permutations
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.engine import cards
from games.engine.contract import Fact, Move, Seat, Value, gettext_noop
from games.engine.intermission import Between, PlayOn, RoundOptions
from games.engine.options import option

Card = Annotated[str, msgspec.Meta(pattern=r"^(A|[2-9]|10)[SHDC]\Z")]
Phase = Literal["exchange", "play", "over"] | Between

RANKS = cards.RANKS[:10]
DECK = cards.deck(RANKS)
VALUES = {card: RANKS.index(cards.rank(card)) + 1 for card in DECK}
THREE_OF_HEARTS = "3H"
HIGHEST_BUILD = 10
POINT_CARDS = ("AS", "AH", "AD", "AC", "2S", "10D")
MOST_CARDS = 21


class Options(RoundOptions, frozen=True, kw_only=True):
    """How long a match is."""

    rounds: Annotated[
        Literal[1, 3, 5],
        option(
            gettext_noop("Rounds"),
            {
                1: gettext_noop("1 round"),
                3: gettext_noop("3 rounds"),
                5: gettext_noop("5 rounds"),
            },
        ),
    ] = 1


class TableBuild(Value, frozen=True):
    """Two cards lying together, in the order they were laid: the loose or stolen one first."""

    cards: tuple[Card, Card]
    value: int


class Item(Value, frozen=True):
    """One thing that counted: `ace`, `2S`, `10D`, `spades` or `cards`, and its points."""

    what: str
    points: int


class RoundScore(Value, frozen=True):
    """What one player made of a round."""

    points: int
    items: tuple[Item, ...]


class State(Value, frozen=True, kw_only=True, omit_defaults=True):
    """Everything. Piles and hands are by seat; the last card of a pile is its top."""

    options: Options
    round: int
    phase: Phase
    turn: Seat
    """Whose turn it is; in the exchange window, whose it will be."""
    turns: int
    """Turns played in this round."""
    leader: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    loose: tuple[Card, ...]
    builds: tuple[TableBuild, ...]
    piles: tuple[tuple[Card, ...], ...]
    last_capturer: Seat | None
    starter: Card | None
    totals: tuple[int, ...]
    summary: tuple[RoundScore, ...] | None
    pressed: tuple[Seat, ...] = ()
    """Between rounds: who has seen enough."""


class TableView(Value, frozen=True):
    loose: tuple[Card, ...]
    builds: tuple[TableBuild, ...]


class PlayerView(Value, frozen=True):
    """What everybody sees of a player; `total` counts finished rounds only."""

    hand_count: int
    pile_count: int
    pile_top: Card | None
    total: int


class View(Value, frozen=True, kw_only=True, omit_defaults=True):
    """The table as one seat sees it."""

    turn: Seat | None
    phase: Phase
    round: int
    table: TableView
    hand: tuple[Card, ...]
    players: tuple[PlayerView, ...]
    stock: int
    last_capturer: Seat | None
    starter: Card | None
    summary: tuple[RoundScore, ...] | None
    pressed: tuple[Seat, ...] = ()


# ---- Moves -------------------------------------------------------------------------------------


class Target(Value, frozen=True, forbid_unknown_fields=True):
    """What a capture takes: a loose card, or a build named by its two cards in either order."""

    card: Card | UnsetType = UNSET
    build: tuple[Card, Card] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.card is UNSET) == (self.build is UNSET):
            raise ValueError("a target is either a card or a build")
        if self.build is not UNSET:
            first, second = self.build
            if first > second:
                msgspec.structs.force_setattr(self, "build", (second, first))


LOOSE = {card: Target(card=card) for card in DECK}
PAIRED = {pair: Target(build=pair) for pair in permutations(DECK, 2)}
"""Every target there is, a card or a build: made once, since they are listed all the time."""


class Capture(Move, frozen=True, tag="capture"):
    hand_card: Card
    target: Target


class Build(Move, frozen=True, tag="build"):
    hand_card: Card
    table_card: Card
    build_value: int


class StealBuild(Move, frozen=True, tag="steal-build"):
    hand_card: Card
    from_player: Seat
    stolen_card: Card
    build_value: int


class Throw(Move, frozen=True, tag="throw"):
    hand_card: Card


class Exchange(Move, frozen=True, tag="exchange"):
    """Lay the 3 of hearts open and take the starter."""


class Keep(Move, frozen=True, tag="keep"):
    """Leave the starter where it is."""


AnyMove = Capture | Build | StealBuild | Throw | Exchange | Keep | PlayOn


# ---- Facts -------------------------------------------------------------------------------------


class Dealt(Fact, frozen=True, kw_only=True, tag="dealt"):
    round: int
    leader: Seat
    each: int
    starter: Card | None


class StockDealt(Fact, frozen=True, kw_only=True, tag="stock-dealt"):
    each: int


class Exchanged(Fact, frozen=True, kw_only=True, tag="exchanged"):
    """Done in the open: everybody sees who took the starter."""

    seat: Seat
    taken: Card


class Kept(Fact, frozen=True, kw_only=True, tag="kept"):
    """Known to the holder alone."""

    seat: Seat


class StarterStayed(Fact, frozen=True, kw_only=True, tag="starter-stayed"):
    """What everybody learns of a kept 3 of hearts."""

    starter: Card


class Captured(Fact, frozen=True, kw_only=True, tag="captured"):
    """`build` is the total of a captured build, None for a loose card."""

    seat: Seat
    card: Card
    taken: tuple[Card, ...]
    build: int | None


class Built(Fact, frozen=True, kw_only=True, tag="built"):
    seat: Seat
    card: Card
    table_card: Card
    value: int


class Stole(Fact, frozen=True, kw_only=True, tag="stole"):
    """`shows` is the card that the robbed pile shows now."""

    seat: Seat
    victim: Seat
    card: Card
    stolen: Card
    value: int
    shows: Card | None


class Threw(Fact, frozen=True, kw_only=True, tag="threw"):
    seat: Seat
    card: Card


class LeftOver(Fact, frozen=True, kw_only=True, tag="left-over"):
    """The cards on the table at the end went to the last capturer; None: to nobody."""

    seat: Seat | None
    cards: tuple[Card, ...]


class RoundScored(Fact, frozen=True, kw_only=True, tag="round-scored"):
    round: int
    scores: tuple[RoundScore, ...]
    totals: tuple[int, ...]


AnyFact = (
    Dealt
    | StockDealt
    | Exchanged
    | Kept
    | StarterStayed
    | Captured
    | Built
    | Stole
    | Threw
    | LeftOver
    | RoundScored
)
