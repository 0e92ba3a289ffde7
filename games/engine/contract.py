"""The contract of a game: pure functions over frozen values.

`games/<key>/values.py` has a game's `Options`, `State`, `View`, moves and facts; `rules.py` imports
them and has, in this order: a docstring with the rules in words, `INFO`, and the functions that
`Rules` below describes. `docs/adding-a-game.md` walks through one.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NewType, Protocol, TypeVar

import msgspec

from refusals import Reason as Reason
from refusals import gettext_noop as gettext_noop

T = TypeVar("T")

Seat = NewType("Seat", int)
"""A chair, counted from 0. A host sits in one like anyone."""

CLOCK = Seat(-1)
"""The chair from which the server plays when time is up and the turn is nobody's."""


Role = Literal["host", "referee"]
"""Who sits beside the players, in a chair after theirs, and is never ranked.

A host runs the match: without one it cannot go on. A referee looks after it.
"""


class Value(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """A frozen value; its keys are camelCase on the wire.

    A value knows only what was there before it, so none is part of a cycle and the garbage
    collector need not look at any.
    """


class Move(Value, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a seat wants to do: an imperative, such as `Discard(card)`."""


class Fact(Value, frozen=True, kw_only=True, tag_field="type"):
    """What happened, in the past tense. `known_to` lists the seats that may know; None is all."""

    known_to: tuple[Seat, ...] | None = None


class Info(Value, frozen=True, kw_only=True):
    """A game as it introduces itself."""

    key: str
    name: str
    blurb: str
    players: tuple[int, ...]
    minutes: int
    levels: tuple[str, ...] = ("gentle", "steady", "sharp")
    """Strengths of the game's bot, weakest first."""


class Timer(Value, frozen=True):
    """What the clock will play, and after how long.

    Two timers with the same label, seconds and seat are the same clock: a running deadline stands
    while the timer stays the same, so that drawing and discarding share one turn clock. The seat
    and the move can be secret; a page shows the deadline, and whose wait it is as the view tells.
    """

    label: str
    seconds: int
    seat: Seat
    move: Any

    @property
    def clock(self) -> str:
        """The name under which a running deadline stands."""
        return f"{self.label}/{self.seconds}/{self.seat}"


class Outcome(Value, frozen=True):
    """How a match ended. Equal places are a tie; None is a seat that is never ranked.

    No places at all: the match was abandoned and counts for nobody.
    """

    places: tuple[int | None, ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, place in enumerate(self.places) if place == 1)


class Step(Value, frozen=True):
    """The next state, and what happened on the way to it."""

    state: Any
    facts: tuple[Any, ...] = ()

    def after(self, *facts: Any) -> "Step":
        """The same step, told after these facts."""
        return Step(self.state, (*facts, *self.facts))


class Chance(Protocol):
    """Chance is given, never kept. Every method returns new values."""

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]: ...

    def roll(self, faces: Sequence[T], count: int) -> tuple[T, ...]: ...

    def pick(self, items: Sequence[T]) -> T: ...


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of one game: what its `rules.py` defines, with the defaults of what it leaves out.

    `games.registry` assembles it, once, and names what is missing, misspelt or mistyped. The first
    part every game has; the rest is optional and documented in `engine/defaults.py`.
    """

    INFO: Info
    Options: type[Any]
    State: type[Any]
    View: type[Any]
    """A view with a `turn` tells the shell whom the table waits for; `players` are by seat."""
    AnyMove: Any
    AnyFact: Any

    deal: Callable[[int, Any, Chance], Step]
    """`(seats, options, chance)`: the start of a match."""
    legal_moves: Callable[[Any, Seat], Sequence[Any]]
    """`(state, seat)`: all that this seat may do now, and nothing that it cannot know.
    Empty: it may not act."""
    why_not: Callable[[Any, Seat, Any], Reason]
    """`(state, seat, move)`: why a move that is not legal is refused. Tells nothing secret."""
    apply: Callable[[Any, Seat, Any, Chance], Step]
    """`(state, seat, move, chance)`: does the move. Trusts its caller: `play` looked it up."""
    view: Callable[[Any, Seat | None], Any]
    """`(state, seat)`: what this seat sees; None is a spectator. Built up, never stripped."""
    timer: Callable[[Any], Timer | None]
    """`(state)`: what the clock will play. None exactly when the match is over."""
    outcome: Callable[[Any], Outcome | None]
    """`(state)`: None while the match goes on."""
    bot: Callable[[Any, Sequence[Any], Chance, str], Any]
    """`(view, moves, chance, level)`: one of `moves`. A bot sees what its seat sees."""

    complete: Callable[[Any, Seat, Any], Any]
    extra_seats: Callable[[Any], tuple[Role, ...]]
    teams: Callable[[int, Any], tuple[int, ...] | None]
    why_unrated: Callable[[Any], Reason | None]
    enough_play: Callable[[Sequence[int]], bool]
    bot_view: Callable[[Any, Seat, str], Any]
    bot_pause: Callable[[Any, Seat, str], float | None]
    RACE: tuple[type[Move], ...]
    SPEECH: tuple[type[Move], ...]
    ONE_ROOM: Any
    NOT_IN_ONE_ROOM: tuple[str, ...]


def places_by_score(scores: Sequence[int]) -> tuple[int, ...]:
    """Highest first; equal scores share a place, and the next place is skipped."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
