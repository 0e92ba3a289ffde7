"""Values of the buzzers at a hosted table: their state, view, moves and facts.

They are there where the host and the players have screens of their own (`Options.own_screens`);
what is done with them is in `presses.py`.
"""

from typing import Annotated, Literal

import msgspec

from games.engine.contract import Fact, Move, Seat, Value

Stage = Literal["look", "open", "closed"]
"""First everybody looks; then buzzers count; then they do not any more."""

LONGEST = 60
"""Letters of an answer in one's own words."""
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*\Z"


class Buzzers(Value, frozen=True, kw_only=True):
    """What the players did for the question that is asked, on the screen or aloud."""

    stage: Stage
    order: tuple[Seat, ...] = ()
    """Who pressed, the first one first."""
    shown: tuple[int | str | None, ...]
    """By player: the choice that they showed to the host, or the words they wrote."""
    counting: bool = False
    """The host's countdown runs."""
    paused: bool = False
    since: int
    """The host's scoring acts before this question; those after it are its verdicts."""


class BuzzersSeen(Value, frozen=True, kw_only=True):
    """The buzzers as one seat sees them."""

    stage: Stage
    order: tuple[Seat, ...]
    counting: bool
    paused: bool
    answered: tuple[Seat, ...]
    """Who showed an answer to the host."""
    shown: tuple[int | str | None, ...]
    """By player: that answer, for the host and its player; for all when it has been judged."""
    verdicts: tuple[bool | None, ...]
    """By player: right, wrong, or not judged."""


# ---- Moves -------------------------------------------------------------------------------------


class Press(Move, frozen=True, tag="press"):
    pass


class ShowAnswer(Move, frozen=True, tag="showAnswer"):
    choice: int


class WriteAnswer(Move, frozen=True, tag="writeAnswer"):
    """In one's own words, to a question that is asked aloud."""

    words: Annotated[str, msgspec.Meta(max_length=LONGEST, pattern=PRINTABLE)]


class FreeBuzzers(Move, frozen=True, tag="freeBuzzers"):
    pass


class Countdown(Move, frozen=True, tag="countdown"):
    pass


class Pause(Move, frozen=True, tag="pause"):
    pass


class Resume(Move, frozen=True, tag="resume"):
    pass


class OpenBuzzers(Move, frozen=True, tag="openBuzzers"):
    """By the clock: everybody has looked."""


class TimeUp(Move, frozen=True, tag="timeUp"):
    """By the clock: the countdown is over."""


PlayerMove = Press | ShowAnswer | WriteAnswer
HostMove = FreeBuzzers | Countdown | Pause | Resume
ClockMove = OpenBuzzers | TimeUp


# ---- Facts -------------------------------------------------------------------------------------


class Pressed(Fact, frozen=True, tag="pressed"):
    seat: Seat
    place: int
    """1 for the first."""


class AnswerShown(Fact, frozen=True, tag="answer-shown"):
    """Known to its player and to the host."""

    seat: Seat
    choice: int | None
    """None: in words of their own."""
    words: str


class BuzzersFreed(Fact, frozen=True, tag="buzzers-freed"):
    """The buzzers are free for another question."""


class CountdownStarted(Fact, frozen=True, tag="countdown-started"):
    seconds: int


class CountdownEnded(Fact, frozen=True, tag="countdown-ended"):
    pass


class Paused(Fact, frozen=True, tag="paused"):
    pass


class Resumed(Fact, frozen=True, tag="resumed"):
    pass


BuzzerFact = (
    Pressed | AnswerShown | BuzzersFreed | CountdownStarted | CountdownEnded | Paused | Resumed
)
