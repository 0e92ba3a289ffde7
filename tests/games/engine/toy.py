"""The smallest game: two players add 1 or 2 in turn, after a secret number; 6 or more ends it."""

import sys
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from games.engine.contract import (
    Chance,
    Fact,
    Info,
    Move,
    Outcome,
    Reason,
    Rules,
    Seat,
    Step,
    Timer,
    Value,
)
from games.engine.options import TableOptions
from games.registry import assembled

INFO = Info(key="toy", name="Toy", blurb="Add up.", players=(2,), minutes=1)


class Options(TableOptions, frozen=True, kw_only=True):
    start: Annotated[Literal[0, 1], msgspec.Meta(title="Start")] = 0
    loud: bool = False


class State(Value, frozen=True):
    total: int
    turn: Seat
    secret: int


class View(Value, frozen=True):
    total: int
    turn: Seat | None


class Add(Move, frozen=True, tag="add"):
    how_much: int


class Stop(Move, frozen=True, tag="stop"):
    """Never allowed."""


AnyMove = Add | Stop


class Added(Fact, frozen=True, kw_only=True, tag="added"):
    seat: Seat


AnyFact = Added


def deal(seats: int, options: Options, chance: Chance) -> Step:
    return Step(State(options.start, Seat(0), chance.pick(range(100))))


def legal_moves(state: State, seat: Seat) -> Sequence[Add]:
    return (Add(1), Add(2)) if seat == state.turn and state.total < 6 else ()


def why_not(state: State, seat: Seat, move: Add | Stop) -> Reason:
    if isinstance(move, Stop):
        return Reason("Nobody stops before six.")
    return Reason("%(n)s is too much.", {"n": move.how_much})


def apply(state: State, seat: Seat, move: Add, chance: Chance) -> Step:
    after = State(state.total + move.how_much, Seat(1 - seat), chance.pick(range(100)))
    return Step(after, (Added(seat=seat),))


def view(state: State, seat: Seat | None) -> View:
    return View(state.total, state.turn if state.total < 6 else None)


def timer(state: State) -> Timer | None:
    return None if state.total >= 6 else Timer(f"at {state.total}", 45, state.turn, Add(1))


def outcome(state: State) -> Outcome | None:
    return None if state.total < 6 else Outcome((1, 2), (1, 0), "six")


def bot(view: View, moves: Sequence[Any], chance: Chance, level: str = "sharp") -> Any:
    return chance.pick(moves)


TOY = assembled(Rules, sys.modules[__name__])
