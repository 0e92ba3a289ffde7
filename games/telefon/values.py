"""Values of Telefon Domino: options, state, view, moves and facts."""

from typing import Annotated, Literal, Self

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.contract import Fact, Move, Seat, Value, gettext_noop
from games.engine.intermission import Between, PlayOn, RoundOptions
from games.engine.options import option
from games.telefon.tiles import Tile

End = Literal["left", "right", "up", "down"]
ENDS: tuple[End, ...] = ("left", "right", "up", "down")
Phase = Literal["play", "over"] | Between
Why = Literal["empty", "blocked"]


class Options(RoundOptions, frozen=True, kw_only=True):
    """How far a match goes, how large the hands are, and whether opposite seats play together."""

    target: Annotated[
        Literal[365, 200, 100],
        option(
            gettext_noop("Points to reach"),
            {
                365: gettext_noop("365, the whole match"),
                200: gettext_noop("200, a shorter one"),
                100: gettext_noop("100, a quick one"),
            },
        ),
    ] = 365
    hand: Annotated[
        Literal["default", 7],
        option(
            gettext_noop("Tiles in a hand"),
            {
                "default": gettext_noop("7 for two players, 5 for three or four"),
                7: gettext_noop("7 for everybody"),
            },
        ),
    ] = "default"
    teams: Annotated[
        bool,
        option(
            gettext_noop("Teams"),
            {
                False: gettext_noop("Each for themselves"),
                True: gettext_noop("Two teams, opposite seats together (4 players)"),
            },
        ),
    ] = False
    laying_order: Annotated[
        Literal[True] | UnsetType, option(gettext_noop("The order of laying"), hidden=True)
    ] = UNSET
    """The board keeps the order in which tiles were laid, so that none has to move."""

    def at_start(self, one_room: bool = False) -> Self:
        return msgspec.structs.replace(super().at_start(one_room), laying_order=True)


class Board(Value, frozen=True):
    """What lies on the table. Each chain runs outwards; the centre is the spinner once it opens."""

    centre: Tile | None = None
    spinner: Tile | None = None
    left: tuple[Tile, ...] = ()
    right: tuple[Tile, ...] = ()
    up: tuple[Tile, ...] = ()
    down: tuple[Tile, ...] = ()
    order: tuple[Tile, ...] | UnsetType = UNSET
    """All tiles in the order of laying, which says where they lie; the rules do not ask for it.
    Unset: it is not kept, as in logs from before."""

    def chain(self, end: End) -> tuple[Tile, ...]:
        chain: tuple[Tile, ...] = getattr(self, end)
        return chain


class FinishedGame(Value, frozen=True):
    """A finished game. The hands that were left are open to all."""

    winner: Seat | None
    why: Why
    bonus: int
    hands: tuple[tuple[Tile, ...], ...]


class State(Value, frozen=True, kw_only=True, omit_defaults=True):
    """Everything. Hands are by seat, new tiles last; scores are by seat, or by team."""

    options: Options
    game: int
    phase: Phase
    turn: Seat
    turns: int
    """Turns finished in this game."""
    drawn: int
    """Tiles drawn in this turn."""
    passes: int
    """How many have passed in a row."""
    opener: Seat
    must: Tile | None
    """The tile that has to open the first game."""
    hands: tuple[tuple[Tile, ...], ...]
    bazar: tuple[Tile, ...]
    board: Board
    lacks: tuple[tuple[int, ...], ...]
    """By seat: values of which the whole hand has none, as everybody could see."""
    scores: tuple[int, ...]
    last_score: int
    games: tuple[FinishedGame, ...]
    last_board: Board | None
    last_points: int
    """What the last tile of the game finished last scored by itself."""
    pressed: tuple[Seat, ...] = ()
    """Between games: who has seen enough."""


class LaidTile(Value, frozen=True):
    """A tile in a chain; `outer` is the half that looks away from the centre."""

    tile: Tile
    outer: int


class Chains(Value, frozen=True):
    """From the centre outwards, and all tiles in the order of laying, if it is kept."""

    left: tuple[LaidTile, ...] = ()
    right: tuple[LaidTile, ...] = ()
    up: tuple[LaidTile, ...] = ()
    down: tuple[LaidTile, ...] = ()
    order: tuple[Tile, ...] | UnsetType = UNSET


class OpenEnd(Value, frozen=True):
    value: int
    double: bool


class BoardView(Value, frozen=True):
    """The final board of a game, and what its last tile scored."""

    centre: Tile | None
    chains: Chains
    spinner: Tile | None
    points: int


class PlayerView(Value, frozen=True, omit_defaults=True):
    """What everybody sees of a player. In teams the score is the team's.

    `lacks` are values of which the hand has none: who drew or passed has shown it.
    """

    hand_count: int
    score: int
    lacks: tuple[int, ...] = ()


class View(Value, frozen=True, kw_only=True, omit_defaults=True):
    """The table as one seat sees it."""

    turn: Seat | None
    phase: Phase
    game: int
    chains: Chains
    centre: Tile | None
    spinner: Tile | None
    ends: dict[End, OpenEnd]
    sum: int
    hand: tuple[Tile, ...]
    players: tuple[PlayerView, ...]
    teams: tuple[int, ...] | None
    bazar: int
    last_score: int
    games: tuple[FinishedGame, ...]
    last_board: BoardView | None
    pressed: tuple[Seat, ...] = ()


# ---- Moves -------------------------------------------------------------------------------------


class Play(Move, frozen=True, tag="play"):
    """Lay a tile. The end may be left out where only one fits."""

    tile: Tile
    end: End | None = None


class Draw(Move, frozen=True, tag="draw"):
    """Take one tile from the bazar."""


class Pass(Move, frozen=True, tag="pass"):
    """Let the turn go by."""


AnyMove = Play | Draw | Pass | PlayOn


# ---- Facts -------------------------------------------------------------------------------------


class Dealt(Fact, frozen=True, kw_only=True, tag="dealt"):
    """`must` is the tile that opens the first game; later openers choose."""

    game: int
    each: int
    opener: Seat
    must: Tile | None


class Played(Fact, frozen=True, kw_only=True, tag="played"):
    """`sum` is what the ends add up to now; `points` is what it scored."""

    seat: Seat
    tile: Tile
    end: End | None
    sum: int
    points: int


class SpinnerOpened(Fact, frozen=True, kw_only=True, tag="spinner-opened"):
    tile: Tile


class Drew(Fact, frozen=True, kw_only=True, tag="drew"):
    """What everybody sees of a draw: that one tile is gone."""

    seat: Seat
    left: int


class Got(Fact, frozen=True, kw_only=True, tag="got"):
    """Known to the one who drew it."""

    seat: Seat
    tile: Tile


class Passed(Fact, frozen=True, kw_only=True, tag="passed"):
    seat: Seat


class GameWon(Fact, frozen=True, kw_only=True, tag="game-won"):
    """`pips` are the opponents', `bonus` is what was left of them under the limit."""

    game: int
    seat: Seat
    why: Why
    pips: int
    bonus: int
    score: int


class GameTied(Fact, frozen=True, kw_only=True, tag="game-tied"):
    """Blocked, and several had the fewest pips."""

    game: int
    pips: int


AnyFact = Dealt | Played | SpinnerOpened | Drew | Got | Passed | GameWon | GameTied
