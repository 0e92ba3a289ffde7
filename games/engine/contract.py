"""What a game is: a module of pure functions over frozen values.

Every `games/<key>/rules.py` has, in this order: a docstring with the rules in words, `INFO`,
`Options`, `State`, `View`, its moves and `AnyMove`, its facts and `AnyFact`, and the functions
that `Rules` below describes. `docs/adding-a-game.md` walks through one.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, NewType, Protocol, TypeVar

import msgspec

T = TypeVar("T")

Seat = NewType("Seat", int)
"""A chair, counted from 0. A host sits in one like anyone."""

CLOCK = Seat(-1)
"""The chair from which the server plays when time is up and the turn is nobody's."""


Role = Literal["host", "referee"]
"""Who sits beside the players, in a chair after theirs, and is never ranked.

A host runs the match: without one it cannot go on. A referee looks after it.
"""


def gettext_noop(text: str) -> str:
    """Marks a sentence for translation; whoever shows it translates it."""
    return text


class Value(msgspec.Struct, frozen=True, rename="camel"):
    """A frozen value; its keys are camelCase on the wire."""


class Move(Value, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a seat wants to do: an imperative, such as `Discard(card)`."""


class Fact(Value, frozen=True, kw_only=True, tag_field="type"):
    """What happened, in the past tense. `known_to` lists the seats that may know; None is all."""

    known_to: tuple[Seat, ...] | None = None


class TableOptions(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options every game has. Each option lists its values; the first page reads them."""

    turn_seconds: Annotated[
        Literal[30, 45, 60, 86400],
        msgspec.Meta(
            title=gettext_noop("Turn clock"),
            extra={
                "labels": {
                    30: gettext_noop("30 seconds"),
                    45: gettext_noop("45 seconds"),
                    60: gettext_noop("60 seconds"),
                    86400: gettext_noop("24 hours, for a slow game"),
                }
            },
        ),
    ] = 45


class Info(Value, frozen=True, kw_only=True):
    """A game as it introduces itself."""

    key: str
    name: str
    blurb: str
    players: tuple[int, ...]
    minutes: int
    levels: tuple[str, ...] = ("gentle", "sharp")
    """Strengths of the game's bot, weakest first."""


class Reason(Value, frozen=True):
    """Why not, in one sentence a player understands. `text` is translated, then filled in."""

    text: str
    params: dict[str, str | int] = {}

    def __str__(self) -> str:
        return self.text % self.params if self.params else self.text


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


class Chance(Protocol):
    """Chance is given, never kept. Every method returns new values."""

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]: ...

    def roll(self, faces: Sequence[T], count: int) -> tuple[T, ...]: ...

    def pick(self, items: Sequence[T]) -> T: ...


class Rules(Protocol):
    """The module `games/<key>/rules.py`, seen from outside.

    Where a move may leave out what follows from the table, a game also has
    `complete(state, seat, move) -> move`: the move as the legal ones write it, or as it came when
    it is not plain what was meant. `play` asks it before it looks the move up.

    Other things that a game may have, and most have not:

    * `extra_seats(options) -> tuple[Role, ...]`: chairs after those of the players;
    * `teams(seats, options) -> tuple[int, ...] | None`: the team of each seat, rated as one side;
      None when everybody plays alone;
    * `ONE_ROOM`: options of a table at which people sit together and one phone keeps the score, and
      `NOT_IN_ONE_ROOM`: names of options that need not be asked then;
    * `RACE`: kinds of moves in which the first to arrive wins; a loser is told by how much;
    * `bot_view(state, seat, level)`: what a bot is shown instead of its seat's plain view;
    * `bot_pause(state, seat, level)`: after how many breaths it acts; None: it lets this one pass.
    """

    INFO: Info
    Options: type[Any]
    State: type[Any]
    View: type[Any]
    AnyMove: Any
    AnyFact: Any

    def deal(self, seats: int, options: Any, chance: Chance) -> Step:
        """The start of a match."""

    def legal_moves(self, state: Any, seat: Seat) -> Sequence[Any]:
        """All that this seat may do now. Empty: it may not act. Tells nothing it cannot know."""

    def why_not(self, state: Any, seat: Seat, move: Any) -> Reason:
        """Why a move that is not among the legal ones is refused. Tells nothing secret."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step:
        """Does the move. It trusts its caller: `play` has looked the move up."""

    def view(self, state: Any, seat: Seat | None) -> Any:
        """What this seat sees; None is a spectator. Built up from nothing, never stripped.

        A view with a `turn` tells the shell whom the table waits for.
        """

    def timer(self, state: Any) -> Timer | None:
        """What the clock will play. None exactly when the match is over."""

    def outcome(self, state: Any) -> Outcome | None:
        """None while the match goes on."""

    def bot(self, view: Any, moves: Sequence[Any], chance: Chance, level: str = ...) -> Any:
        """One of `moves`. A bot sees what its seat sees, nothing else."""


def places_by_score(scores: Sequence[int]) -> tuple[int, ...]:
    """Highest first; equal scores share a place, and the next place is skipped."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def extra_seats(rules: Rules, options: Any) -> tuple[Role, ...]:
    """The chairs beside those of the players; most games have none."""
    ask = getattr(rules, "extra_seats", None)
    return tuple(ask(options)) if ask else ()


def option_notes(field: msgspec.structs.FieldInfo) -> dict[str, Any]:
    """What the rules note beside an option: its title, labels, and whether it is shown at all.

    `hidden`: no form asks for it. `secret`: moreover nobody may give or read it; the server fills
    it in when a match starts, and it stays with the match.
    """
    notes: dict[str, Any] = {}
    info = msgspec.inspect.type_info(field.type)
    while isinstance(info, msgspec.inspect.Metadata):
        notes = (info.extra_json_schema or {}) | (info.extra or {}) | notes
        info = info.type
    return notes


def secret_options(rules: Rules) -> tuple[str, ...]:
    """The names of the options that only the server fills in and nobody is shown."""
    names: tuple[str, ...] = _secret_options(rules.Options)  # type: ignore[arg-type]
    return names


@cache
def _secret_options(options: Any) -> tuple[str, ...]:
    fields = msgspec.structs.fields(options)
    return tuple(field.name for field in fields if option_notes(field).get("secret"))


def options_of(rules: Rules) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The game's options by name, in the order they are written."""
    return {field.name: field for field in msgspec.structs.fields(rules.Options)}
