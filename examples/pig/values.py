"""Values of Pig: options, state, view, moves and facts."""

from typing import Annotated, Literal

from games.engine.contract import Fact, Move, Seat, Value, gettext_noop
from games.engine.options import TableOptions, option

FACES = (1, 2, 3, 4, 5, 6)


class Options(TableOptions, frozen=True, kw_only=True):
    target: Annotated[
        Literal[50, 100],
        option(
            gettext_noop("Points to win"),
            {50: gettext_noop("50 points"), 100: gettext_noop("100 points")},
        ),
    ] = 50


class State(Value, frozen=True, kw_only=True):
    options: Options
    turn: Seat
    turns: int
    pot: int
    face: int | None
    scores: tuple[int, ...]


class View(Value, frozen=True, kw_only=True):
    turn: Seat | None
    pot: int
    face: int | None
    scores: tuple[int, ...]


class Roll(Move, frozen=True, tag="roll"): ...


class Hold(Move, frozen=True, tag="hold"): ...


AnyMove = Roll | Hold


class Rolled(Fact, frozen=True, kw_only=True, tag="rolled"):
    seat: Seat
    face: int


class Held(Fact, frozen=True, kw_only=True, tag="held"):
    seat: Seat
    points: int


AnyFact = Rolled | Held
