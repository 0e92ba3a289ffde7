"""Values of the quiz: its options, state, view, moves and facts.

A question as a match takes it along is in `question.py`, the scores are in `scoring.py`, the
buzzers of a hosted table in `buzzers.py`.
"""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.alalab.buzzers import BuzzerFact, Buzzers, BuzzersSeen, ClockMove, HostMove, PlayerMove
from games.alalab.question import CATEGORIES, DIFFICULTIES, MatchQuestion
from games.alalab.scoring import Act, Colour, Death, Scoreboard
from games.engine.contract import Fact, Move, Role, Seat, Value, gettext_noop
from games.engine.options import TableOptions, option

if TYPE_CHECKING:
    Category = str
else:
    Category = Literal[tuple(CATEGORIES)]


class Selection(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which questions are asked. No category and no difficulty means all of them."""

    categories: Annotated[
        tuple[Category, ...],
        msgspec.Meta(description=gettext_noop("Choose none to be asked about everything.")),
        option(gettext_noop("Categories"), CATEGORIES),
    ] = ()
    difficulty: Annotated[
        Literal[1, 2, 3] | None,
        option(gettext_noop("Questions"), {None: gettext_noop("Easy to hard"), **DIFFICULTIES}),
    ] = None
    language: Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}(-[a-z0-9]{2,8})?\Z")] = "en"


class Options(TableOptions, frozen=True, kw_only=True):
    """Who asks, what is asked, how long an answer may take."""

    # A quiz has its own clocks; this one is here because every game has it.
    turn_seconds: Annotated[Literal[30, 45, 60, 86400], msgspec.Meta(extra={"hidden": True})] = 45
    mode: Annotated[
        Literal["open", "hosted"],
        option(
            gettext_noop("Who asks"),
            {
                "open": gettext_noop("The house asks, and buzzers race"),
                "hosted": gettext_noop("You are the host and judge the answers"),
            },
        ),
    ] = "open"
    referee: Annotated[
        bool,
        msgspec.Meta(
            description=gettext_noop("A referee has a chair of their own and may give cards.")
        ),
        option(
            gettext_noop("Referee"),
            {False: gettext_noop("No referee"), True: gettext_noop("With a referee")},
            needs="mode=open",
        ),
    ] = False
    source: Annotated[
        Literal["bank", "own"],
        msgspec.Meta(
            description=gettext_noop(
                "A host may ask questions of their own: all of them, in the order they were"
                " written. Categories and difficulty choose among those of the bank."
            )
        ),
        option(
            gettext_noop("Whose questions"),
            {"bank": gettext_noop("From the bank"), "own": gettext_noop("My own")},
            needs="mode=hosted",
            link=("alalab:mine", gettext_noop("Write my questions")),
        ),
    ] = "bank"
    answer_seconds: Annotated[
        int,
        msgspec.Meta(ge=10, le=60),
        option(
            gettext_noop("Time for an answer"),
            {
                10: gettext_noop("10 seconds"),
                20: gettext_noop("20 seconds"),
                30: gettext_noop("30 seconds"),
                60: gettext_noop("60 seconds"),
            },
            choices=(10, 20, 30, 60),
        ),
    ] = 20
    look_seconds: Annotated[
        Literal[0, 3, 5, 10] | UnsetType,
        option(
            gettext_noop("Look first"),
            {
                0: gettext_noop("Buzzers open at once"),
                3: gettext_noop("3 seconds"),
                5: gettext_noop("5 seconds"),
                10: gettext_noop("10 seconds"),
            },
            needs="mode=hosted",
            unset=3,
        ),
    ] = UNSET
    """How long everybody looks at a question before buzzers count, at a hosted table."""
    max_questions: Annotated[
        Literal[30, 60, 120],
        option(
            gettext_noop("Longest match"),
            {
                30: gettext_noop("30 questions"),
                60: gettext_noop("60 questions"),
                120: gettext_noop("120 questions"),
            },
            needs="mode=open",
        ),
    ] = 60
    questions: Selection = Selection()
    bank: Annotated[tuple[MatchQuestion, ...] | None, msgspec.Meta(extra={"secret": True})] = None
    """The questions of this match, with their answers. None: those that come with the game."""
    own_screens: Annotated[
        Literal[True] | UnsetType, option(gettext_noop("Screens for everybody"), hidden=True)
    ] = UNSET
    """Players have buttons of their own: buzzers before a host, and "I don't know" before the
    house. Unset: they have not, as in a room with one phone and in logs from before."""

    def at_start(self, one_room: bool = False) -> "Options":
        return self if one_room else msgspec.structs.replace(self, own_screens=True)

    @property
    def hosted(self) -> bool:
        return self.mode == "hosted"

    @property
    def looks(self) -> int:
        """Seconds of looking first, also in matches from before this could be chosen."""
        return 3 if self.look_seconds is UNSET else self.look_seconds

    @property
    def live(self) -> bool:
        """Every clock of a quiz is short, whatever `turn_seconds` says."""
        return True


# ---- State and view ----------------------------------------------------------------------------

Phase = Literal["hosted", "question", "answering", "revealed", "decided", "over"]
Why = Literal["won", "questions", "silence", "abandoned"]


class Scored(Value, frozen=True):
    """One scoring act of the host, kept so that it can be taken back."""

    player: Seat
    act: Act


class Fate(Value, frozen=True):
    """What chance gave a seat for one question. It counts only where the server plays the seat."""

    luck: int
    """0 to 99: the lower, the surer is the knowledge."""
    error: int
    """0 to 2: which of the wrong choices comes to mind."""
    delay: int
    """0 to 99: how long it takes to come to mind."""


class State(Value, frozen=True, kw_only=True):
    """Everything. `past` is kept only where the questions could run out."""

    options: Options
    players: int
    phase: Phase
    standing: Scoreboard
    question: MatchQuestion | None = None
    revealed: bool = False
    coming: tuple[MatchQuestion, ...]
    past: tuple[MatchQuestion, ...] = ()
    keeps_past: bool
    number: int = 0
    """Questions shown so far."""
    owner: Seat | None = None
    failed: tuple[Seat, ...] = ()
    struck: tuple[int, ...] = ()
    fates: tuple[Fate, ...] = ()
    silent: int = 0
    """Questions in a row for which nobody buzzed."""
    buzzed: bool = False
    """Somebody buzzed in this match."""
    acts: tuple[Scored, ...] = ()
    """What the host did, the last one last."""
    beats: int = 0
    """Moves of a host; each starts the idle clock anew."""
    why: Why | None = None
    buzzers: Buzzers | UnsetType = UNSET
    """At a hosted table with own screens."""
    gave_up: tuple[Seat, ...] | UnsetType = UNSET
    """At an open table with own screens: who does not know this one."""

    @property
    def hosted(self) -> bool:
        return self.options.hosted


class Asked(Value, frozen=True, kw_only=True):
    """A question as it is seen. The answer is there after it is revealed, or for the host."""

    text: str
    category: str
    choices: tuple[str, ...]
    struck: tuple[int, ...]
    answer: int | None


class View(Value, frozen=True, kw_only=True):
    """The table as one seat sees it."""

    phase: Phase
    scores: tuple[int, ...]
    sudden_death: Death | None
    cards: tuple[tuple[Colour, ...], ...]
    question: Asked | None
    owner: Seat | None
    winner: Seat | None
    turn: Seat | None
    number: int
    last: int
    """The number of the last question of an open match; 0 where the host decides."""
    question_id: int | None
    difficulty: int | None
    revealed: bool
    failed: tuple[Seat, ...]
    acts: int
    """How many scoring acts a host could take back."""
    last_act: Scored | None
    extra: Role | None
    """Who sits in the last chair, if it is not a player's."""
    feeling: int | None = None
    """For a seat of the server's only: how sure it is, 0 to 99, whatever the answer is."""
    delay: int | None = None
    hunch: int | None = None
    """For a seat of the server's only, and only while it must answer."""
    buzzers: BuzzersSeen | UnsetType = UNSET
    gave_up: tuple[Seat, ...] | UnsetType = UNSET


# ---- Moves -------------------------------------------------------------------------------------


class Judge(Move, frozen=True, tag="judge"):
    player: Seat
    correct: bool


class Card(Move, frozen=True, tag="card"):
    player: Seat
    colour: Colour


class Undo(Move, frozen=True, tag="undo"):
    pass


class Show(Move, frozen=True, tag="show"):
    pass


class Reveal(Move, frozen=True, tag="reveal"):
    pass


class Finish(Move, frozen=True, tag="finish"):
    pass


class Buzz(Move, frozen=True, tag="buzz"):
    pass


class GiveUp(Move, frozen=True, tag="giveUp"):
    pass


class Answer(Move, frozen=True, tag="answer"):
    choice: int


class Timeout(Move, frozen=True, tag="timeout"):
    pass


class Next(Move, frozen=True, tag="next"):
    pass


class Abandon(Move, frozen=True, tag="abandon"):
    pass


AnyMove = (
    Judge
    | Card
    | Undo
    | Show
    | Reveal
    | Finish
    | Buzz
    | GiveUp
    | Answer
    | Timeout
    | Next
    | Abandon
    | PlayerMove
    | HostMove
    | ClockMove
)


# ---- Facts -------------------------------------------------------------------------------------


class Opened(Fact, frozen=True, tag="opened"):
    """The match began."""

    hosted: bool


class QuestionShown(Fact, frozen=True, tag="question-shown"):
    number: int
    question: int
    """Its id in the bank."""
    text: str
    category: str
    choices: tuple[str, ...]


class Buzzed(Fact, frozen=True, tag="buzzed"):
    seat: Seat
    question: int


class GaveUp(Fact, frozen=True, tag="gave-up"):
    seat: Seat


class Answered(Fact, frozen=True, tag="answered"):
    seat: Seat
    question: int
    choice: int
    words: str
    correct: bool


class RanOut(Fact, frozen=True, tag="ran-out"):
    """The owner of the question said nothing in time."""

    seat: Seat
    question: int


class Revealed(Fact, frozen=True, tag="revealed"):
    question: int
    answer: int
    words: str
    silent: bool = False
    """Nobody had buzzed for it."""


class Judged(Fact, frozen=True, tag="judged"):
    seat: Seat
    correct: bool
    score: int
    question: int | None = None
    """The question on the screen, if there was one that was not revealed yet."""
    words: str | UnsetType = UNSET
    """The choice that the player had shown to the host."""


class Carded(Fact, frozen=True, tag="carded"):
    seat: Seat
    colour: Colour
    score: int


class TakenBack(Fact, frozen=True, tag="taken-back"):
    seat: Seat
    act: Act
    score: int


class DeathChanged(Fact, frozen=True, tag="death-changed"):
    """Sudden Death began, went on to its second phase, or is off again (None)."""

    phase: Death | None


class Won(Fact, frozen=True, tag="won"):
    """Somebody won; `stands` is False while the host may still take it back."""

    seat: Seat
    stands: bool


class Ended(Fact, frozen=True, tag="ended"):
    why: Why


AnyFact = (
    Opened
    | QuestionShown
    | Buzzed
    | GaveUp
    | Answered
    | RanOut
    | Revealed
    | Judged
    | Carded
    | TakenBack
    | DeathChanged
    | Won
    | Ended
    | BuzzerFact
)
