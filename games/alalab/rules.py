"""Casino Al Al'ab: a quiz for two or three, with penalty cards and Sudden Death.

Right +1, wrong -1, a yellow card -1, a red card -3; scores may be negative. Ten points win, unless
two or more players have nine or more: then it is Sudden Death (`scoring.py`).

At an **open** table the server asks. Everybody sees a question with four choices at the same
moment; the first to buzz must answer in time. A wrong answer is struck out and the others may buzz;
when all have failed, or nobody buzzes for twenty seconds, the answer is shown, and four seconds
later the next question comes. With a referee there is one more seat, the last, which gives cards.

At a **hosted** table the last seat is the host, who does not score. The host judges players right
or wrong, gives cards, takes back, and may show questions and their answers, in any order: those of
the bank, or the host's own as they were written. A win stands when the host confirms it, or by
itself after thirty seconds.

An open match also ends after the agreed number of questions, or when nobody buzzes ten times
running; then the highest score wins. A match in which nobody ever buzzed, or a hosted table at
which nobody acts for half an hour, is abandoned.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from games.alalab import stock
from games.alalab.question import OWN_IDS, Question
from games.alalab.scoring import Act, Colour, Death, Standing, after, nil
from games.engine.contract import (
    CLOCK,
    Chance,
    Fact,
    Info,
    Move,
    Outcome,
    Reason,
    Role,
    Seat,
    Step,
    Timer,
    Value,
    gettext_noop,
    places_by_score,
)
from games.engine.errors import InvalidOptions
from games.engine.options import TableOptions

INFO = Info(
    key="alalab",
    name=gettext_noop("Casino Al Al'ab"),
    blurb=gettext_noop(
        "A quiz against the buzzer, or with a host in the room. Ten points win, unless it comes"
        " to Sudden Death."
    ),
    players=(2, 3),
    minutes=15,
    levels=("gentle", "sharp"),
)

if TYPE_CHECKING:
    Category = str
else:
    Category = Literal[tuple(stock.CATEGORIES)]


class Selection(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which questions are asked. No category and no difficulty means all of them."""

    categories: Annotated[
        tuple[Category, ...],
        msgspec.Meta(
            title=gettext_noop("Categories"),
            description=gettext_noop("Choose none to be asked about everything."),
            extra={"labels": stock.CATEGORIES},
        ),
    ] = ()
    difficulty: Annotated[
        Literal[1, 2, 3] | None,
        msgspec.Meta(
            title=gettext_noop("Questions"),
            extra={
                "labels": {
                    None: gettext_noop("Easy to hard"),
                    1: gettext_noop("Easy"),
                    2: gettext_noop("Medium"),
                    3: gettext_noop("Hard"),
                }
            },
        ),
    ] = None
    language: Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}(-[a-z0-9]{2,8})?\Z")] = "en"


class Options(TableOptions, frozen=True, kw_only=True):
    """Who asks, what is asked, how long an answer may take."""

    # A quiz has its own clocks; this one is here because every game has it.
    turn_seconds: Annotated[Literal[30, 45, 60, 86400], msgspec.Meta(extra={"hidden": True})] = 45
    mode: Annotated[
        Literal["open", "hosted"],
        msgspec.Meta(
            title=gettext_noop("Who asks"),
            extra={
                "labels": {
                    "open": gettext_noop("The house asks, and buzzers race"),
                    "hosted": gettext_noop("You are the host and judge the answers"),
                }
            },
        ),
    ] = "open"
    referee: Annotated[
        bool,
        msgspec.Meta(
            title=gettext_noop("Referee"),
            description=gettext_noop("A referee has a chair of their own and may give cards."),
            extra={
                "labels": {False: gettext_noop("No referee"), True: gettext_noop("With a referee")},
                "needs": "mode=open",
            },
        ),
    ] = False
    source: Annotated[
        Literal["bank", "own"],
        msgspec.Meta(
            title=gettext_noop("Whose questions"),
            description=gettext_noop(
                "A host may ask questions of their own: all of them, in the order they were"
                " written. Categories and difficulty choose among those of the bank."
            ),
            extra={
                "labels": {
                    "bank": gettext_noop("From the bank"),
                    "own": gettext_noop("My own"),
                },
                "needs": "mode=hosted",
                "link": ("alalab:mine", gettext_noop("Write my questions")),
            },
        ),
    ] = "bank"
    answer_seconds: Annotated[
        int,
        msgspec.Meta(
            ge=10,
            le=60,
            title=gettext_noop("Time for an answer"),
            extra={
                "choices": (10, 20, 30, 60),
                "needs": "mode=open",
                "labels": {
                    10: gettext_noop("10 seconds"),
                    20: gettext_noop("20 seconds"),
                    30: gettext_noop("30 seconds"),
                    60: gettext_noop("60 seconds"),
                },
            },
        ),
    ] = 20
    max_questions: Annotated[
        Literal[30, 60, 120],
        msgspec.Meta(
            title=gettext_noop("Longest match"),
            extra={
                "needs": "mode=open",
                "labels": {
                    30: gettext_noop("30 questions"),
                    60: gettext_noop("60 questions"),
                    120: gettext_noop("120 questions"),
                },
            },
        ),
    ] = 60
    questions: Selection = Selection()
    bank: Annotated[tuple[Question, ...] | None, msgspec.Meta(extra={"secret": True})] = None
    """The questions of this match, with their answers. None: those that come with the game."""

    @property
    def categories(self) -> tuple[str, ...]:
        return self.questions.categories

    @property
    def difficulty(self) -> int | None:
        return self.questions.difficulty

    @property
    def language(self) -> str:
        return self.questions.language


ONE_ROOM = Options(mode="hosted")
"""People sit together, and the host's phone keeps the score."""
NOT_IN_ONE_ROOM = ("mode", "referee", "answer_seconds", "max_questions")
"""What need not be asked then."""


# ---- Values ------------------------------------------------------------------------------------

Phase = Literal["hosted", "question", "answering", "revealed", "decided", "over"]
Why = Literal["won", "questions", "silence", "abandoned"]

POOL = 120
"""Questions that a match takes along at most."""
BUZZ_SECONDS = 20
NEXT_SECONDS = 4
DECIDED_SECONDS = 30
IDLE_SECONDS = 1800
SILENCE = 10
"""Questions in a row for which nobody buzzes end an open match."""
CHOICES = range(4)


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
    standing: Standing
    question: Question | None
    revealed: bool
    coming: tuple[Question, ...]
    past: tuple[Question, ...]
    keeps_past: bool
    number: int
    """Questions shown so far."""
    owner: Seat | None
    failed: tuple[Seat, ...]
    struck: tuple[int, ...]
    fates: tuple[Fate, ...]
    silent: int
    """Questions in a row for which nobody buzzed."""
    buzzed: bool
    """Somebody buzzed in this match."""
    acts: tuple[Scored, ...]
    """What the host did, the last one last."""
    beats: int
    """Moves of a host; each starts the idle clock anew."""
    why: Why | None


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


class Answer(Move, frozen=True, tag="answer"):
    choice: int


class Timeout(Move, frozen=True, tag="timeout"):
    pass


class Next(Move, frozen=True, tag="next"):
    pass


class Abandon(Move, frozen=True, tag="abandon"):
    pass


AnyMove = Judge | Card | Undo | Show | Reveal | Finish | Buzz | Answer | Timeout | Next | Abandon

RACE = (Buzz,)
"""Moves in which the first to arrive wins; whoever loses is told by how much."""


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
    | Answered
    | RanOut
    | Revealed
    | Judged
    | Carded
    | TakenBack
    | DeathChanged
    | Won
    | Ended
)


# ---- The contract ------------------------------------------------------------------------------


def extra_seats(options: Options) -> tuple[Role, ...]:
    """Who sits beside the players, in the last chair."""
    if options.mode == "hosted":
        return ("host",)
    return ("referee",) if options.referee else ()


def deal(seats: int, options: Options, chance: Chance) -> Step:
    """The questions are shuffled, but for a host's own; at an open table the first one is asked."""
    players = seats - len(extra_seats(options))
    if players not in INFO.players:
        raise InvalidOptions(Reason(gettext_noop("This quiz is for 2 or 3 players.")))
    hosted = options.mode == "hosted"
    own = options.source == "own"
    if own and not hosted:
        raise InvalidOptions(
            Reason(gettext_noop("Only a host can ask questions of their own; here the house asks."))
        )
    bank = options.bank or stock.shipped(options.categories, options.difficulty, options.language)
    if not bank and not hosted:
        raise InvalidOptions(Reason(gettext_noop("There are no questions of this kind yet.")))
    needed = POOL if hosted else options.max_questions
    # A host's own come in the order in which they were brought along.
    order = options.bank if own and options.bank else chance.shuffle(bank)
    state = State(
        options=msgspec.structs.replace(options, bank=None),
        players=players,
        phase="hosted",
        standing=nil(players),
        question=None,
        revealed=False,
        coming=order[:needed],
        past=(),
        keeps_past=hosted or len(bank) < needed,
        number=0,
        owner=None,
        failed=(),
        struck=(),
        fates=(),
        silent=0,
        buzzed=False,
        acts=(),
        beats=0,
        why=None,
    )
    opened = Opened(hosted=hosted)
    return Step(state, (opened,)) if hosted else then(opened, the_next_question(state, chance))


def legal_moves(state: State, seat: Seat) -> Sequence[AnyMove]:
    """A host acts at any time; players race for the buzzer; the clock does the rest."""
    if state.phase == "over":
        return ()
    if seat == CLOCK:
        return (what_the_clock_does(state),)
    if seat >= state.players:
        return host_moves(state) if is_hosted(state) else cards_for(state)
    if state.phase == "question" and seat not in state.failed:
        return (Buzz(),)
    if state.phase == "answering" and seat == state.owner:
        return tuple(Answer(choice) for choice in CHOICES if choice not in state.struck)
    return ()


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    from games.alalab.reasons import why_not as reason

    return reason(state, seat, move)


def apply(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    """Each scoring act may decide the match; a host's is kept so that it can be taken back."""
    if is_hosted(state):
        state = msgspec.structs.replace(state, beats=state.beats + 1)
    match move:
        case Judge(player, correct):
            act: Act = "right" if correct else "wrong"
            step = scored(state, player, act)
            question = state.question.id if state.question and not state.revealed else None
            score = step.state.standing.scores[player]
            fact: AnyFact = Judged(seat=player, correct=correct, score=score, question=question)
            return then(fact, decided(step))
        case Card(player, colour):
            step = scored(state, player, colour)
            fact = Carded(seat=player, colour=colour, score=step.state.standing.scores[player])
            return then(fact, decided(step))
        case Undo():
            return the_last_act_taken_back(state)
        case Show():
            return the_next_question(state, chance)
        case Buzz():
            assert state.question is not None
            fact = Buzzed(seat=seat, question=state.question.id)
            state = msgspec.structs.replace(
                state, phase="answering", owner=seat, buzzed=True, silent=0
            )
            return Step(state, (fact,))
        case Answer(choice):
            return the_answer_is_judged(state, seat, choice)
        case Timeout():
            assert state.owner is not None and state.question is not None
            fact = RanOut(seat=state.owner, question=state.question.id)
            return then(fact, the_owner_failed(state, state.owner))
        case Reveal():
            return the_answer_is_shown(state)
        case Next():
            return the_match_goes_on(state, chance)
        case Finish():
            assert state.standing.winner is not None
            won = Won(seat=state.standing.winner, stands=True)
            return Step(over(state, "won"), (won,))
        case Abandon():
            return Step(over(state, "abandoned"), (Ended(why="abandoned"),))


def view(state: State, seat: Seat | None) -> View:
    """The answer is told after it is revealed, and to a host as soon as the question is shown."""
    roles = extra_seats(state.options)
    return View(
        phase=state.phase,
        scores=state.standing.scores,
        sudden_death=state.standing.death,
        cards=state.standing.cards,
        question=question_seen(state, is_hosted(state) and seat == state.players),
        owner=state.owner,
        winner=winner(state),
        turn=state.owner if state.phase == "answering" else None,
        number=state.number,
        last=0 if is_hosted(state) else state.options.max_questions,
        question_id=state.question.id if state.question else None,
        difficulty=state.question.difficulty if state.question and not of_host(state) else None,
        revealed=state.revealed,
        failed=state.failed,
        acts=len(state.acts),
        last_act=state.acts[-1] if state.acts else None,
        extra=roles[0] if roles else None,
    )


def bot_view(state: State, seat: Seat, level: str) -> View:
    """What the server's own player sees: the seat's view, and what came to mind for it.

    How sure it is and how long it takes follow from chance, strength and difficulty, never from the
    answer. The choice it thinks of is told only when it must answer: right as often as its strength
    says, else one of the wrong ones.
    """
    from games.alalab.bot import feeling, hunch

    seen = view(state, seat)
    if is_hosted(state) or seat >= state.players or not state.fates or not state.question:
        return seen
    fate, question = state.fates[seat], state.question
    sure = feeling(fate.luck, question.difficulty, level)
    mind = None
    if state.phase == "answering" and seat == state.owner:
        mind = hunch(question.answer, fate.error, sure)
    return msgspec.structs.replace(seen, feeling=sure, delay=fate.delay, hunch=mind)


def bot_pause(state: State, seat: Seat, level: str) -> float | None:
    from games.alalab.bot import pause

    return pause(bot_view(state, seat, level), seat, level)


def timer(state: State) -> Timer | None:
    """Labels count what must start a clock anew; a card is never among it."""
    number = state.number
    match state.phase:
        case "over":
            return None
        case "hosted":
            label, seconds = f"idle {state.beats}", IDLE_SECONDS
        case "decided":
            label, seconds = f"decided {state.beats}", DECIDED_SECONDS
        case "question":
            label, seconds = f"question {number} buzz {len(state.failed)}", BUZZ_SECONDS
        case "answering":
            label = f"question {number} answer {len(state.failed)}"
            seconds = state.options.answer_seconds
        case "revealed":
            label, seconds = f"question {number} next", NEXT_SECONDS
    return Timer(label, seconds, CLOCK, what_the_clock_does(state))


def outcome(state: State) -> Outcome | None:
    """The highest score wins and equals share; a host or referee is never ranked."""
    if state.phase != "over":
        return None
    if state.why == "abandoned":
        return Outcome((), (), gettext_noop("The match was abandoned."))
    scores = state.standing.scores
    reason = {
        "won": gettext_noop("Somebody won."),
        "questions": gettext_noop("All questions were asked."),
        "silence": gettext_noop("Nobody buzzed any more."),
    }[state.why or "won"]
    unranked = (None,) * len(extra_seats(state.options))
    return Outcome((*places_by_score(scores), *unranked), scores, reason)


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str = "sharp") -> AnyMove:
    from games.alalab.bot import choose

    return choose(view, moves, chance, level)


# ---- What may be done --------------------------------------------------------------------------


def is_hosted(state: State) -> bool:
    return state.options.mode == "hosted"


def of_host(state: State) -> bool:
    """The question on the table is one that the host wrote."""
    return state.question is not None and state.question.id < OWN_IDS


def cards_for(state: State) -> tuple[AnyMove, ...]:
    colours: tuple[Colour, ...] = ("yellow", "red")
    return tuple(Card(Seat(p), colour) for p in range(state.players) for colour in colours)


def host_moves(state: State) -> tuple[AnyMove, ...]:
    """When somebody has won, a slip can still be taken back."""
    undo = (Undo(),) if state.acts else ()
    if state.phase == "decided":
        return (Finish(), *undo)
    judges = tuple(
        Judge(Seat(p), correct) for p in range(state.players) for correct in (True, False)
    )
    show = (Show(),) if state.coming or state.past else ()
    reveal = (Reveal(),) if state.question and not state.revealed else ()
    return (*judges, *cards_for(state), *undo, *show, *reveal)


def what_the_clock_does(state: State) -> AnyMove:
    match state.phase:
        case "hosted":
            return Abandon()
        case "decided":
            return Finish()
        case "question":
            return Reveal()
        case "answering":
            return Timeout()
        case _:
            return Next()


# ---- The course of a match -----------------------------------------------------------------------


def the_next_question(state: State, chance: Chance) -> Step:
    """No question comes again before the others have; and never the same twice running."""
    coming, past = state.coming, state.past
    if not coming:
        coming, past = shuffled_anew(past, state.question, chance), ()
    question, *rest = coming
    number = state.number + 1
    fates: tuple[Fate, ...] = ()
    if not is_hosted(state):
        fates = tuple(fate_from(chance) for _ in range(state.players))
    state = msgspec.structs.replace(
        state,
        phase="hosted" if is_hosted(state) else "question",
        question=question,
        revealed=False,
        coming=tuple(rest),
        past=(*past, question) if state.keeps_past else (),
        number=number,
        owner=None,
        failed=(),
        struck=(),
        fates=fates,
    )
    shown = QuestionShown(
        number=number,
        question=question.id,
        text=question.text,
        category=question.category,
        choices=question.choices,
    )
    return Step(state, (shown,))


def shuffled_anew(
    questions: tuple[Question, ...], last: Question | None, chance: Chance
) -> tuple[Question, ...]:
    """If the last one came up first, it goes to the end."""
    first, *rest = chance.shuffle(questions)
    return (*rest, first) if rest and last and first.id == last.id else (first, *rest)


def fate_from(chance: Chance) -> Fate:
    luck, delay = chance.roll(range(100), 2)
    return Fate(luck=luck, error=chance.pick(range(3)), delay=delay)


def scored(state: State, player: Seat, act: Act) -> Step:
    """The points of one act, and what that does to Sudden Death."""
    before, now = state.standing, after(state.standing, player, act)
    acts = (*state.acts, Scored(player, act)) if is_hosted(state) else ()
    state = msgspec.structs.replace(state, standing=now, acts=acts)
    changed = (DeathChanged(phase=now.death),) if now.death != before.death else ()
    # Whoever wins as Sudden Death goes off hears only of the win.
    return Step(state, () if now.winner is not None and now.death is None else changed)


def decided(step: Step) -> Step:
    """A win ends an open match; a host is asked first."""
    state: State = step.state
    if state.standing.winner is None:
        return step
    hosted = is_hosted(state)
    won = Won(seat=state.standing.winner, stands=not hosted)
    ended = msgspec.structs.replace(state, phase="decided") if hosted else over(state, "won")
    return Step(ended, (*step.facts, won))


def the_last_act_taken_back(state: State) -> Step:
    """Scores, cards and phase as they were; questions stay as they are."""
    *rest, last = state.acts
    standing = nil(state.players)
    for act in rest:
        standing = after(standing, act.player, act.act)
    before = state.standing
    state = msgspec.structs.replace(state, phase="hosted", standing=standing, acts=tuple(rest))
    score = standing.scores[last.player]
    facts: tuple[AnyFact, ...] = (TakenBack(seat=last.player, act=last.act, score=score),)
    if standing.death != before.death:
        facts = (*facts, DeathChanged(phase=standing.death))
    return Step(state, facts)


def the_answer_is_judged(state: State, seat: Seat, choice: int) -> Step:
    assert state.question is not None
    question = state.question
    correct = choice == question.answer
    fact = Answered(
        seat=seat,
        question=question.id,
        choice=choice,
        words=question.choices[choice],
        correct=correct,
    )
    if not correct:
        state = msgspec.structs.replace(state, struck=(*state.struck, choice))
        return then(fact, the_owner_failed(state, seat))
    step = scored(state, seat, "right")
    shown = msgspec.structs.replace(step.state, phase="revealed", revealed=True)
    return then(fact, decided(Step(shown, step.facts)))


def the_owner_failed(state: State, seat: Seat) -> Step:
    """The others may buzz for the same question; when all have failed, the answer is shown."""
    step = scored(state, seat, "wrong")
    state = msgspec.structs.replace(
        step.state, phase="question", owner=None, failed=(*state.failed, seat)
    )
    step = decided(Step(state, step.facts))
    if step.state.phase == "over" or len(state.failed) < state.players:
        return step
    shown = the_answer_is_shown(state)
    return Step(shown.state, (*step.facts, *shown.facts))


def the_answer_is_shown(state: State) -> Step:
    assert state.question is not None
    question = state.question
    silent = not is_hosted(state) and not state.failed
    fact = Revealed(
        question=question.id,
        answer=question.answer,
        words=question.choices[question.answer],
        silent=silent,
    )
    state = msgspec.structs.replace(
        state,
        phase="hosted" if is_hosted(state) else "revealed",
        revealed=True,
        silent=state.silent + silent,
    )
    return Step(state, (fact,))


def the_match_goes_on(state: State, chance: Chance) -> Step:
    """The next question, or the end: enough were asked, or nobody buzzes any more."""
    if state.number < state.options.max_questions and state.silent < SILENCE:
        return the_next_question(state, chance)
    why: Why = "questions" if state.number >= state.options.max_questions else "silence"
    if not state.buzzed:
        why = "abandoned"
    return Step(over(state, why), (Ended(why=why),))


def over(state: State, why: Why) -> State:
    """The coming questions are of no use any more."""
    return msgspec.structs.replace(
        state, phase="over", owner=None, coming=(), past=(), fates=(), why=why
    )


# ---- Helpers -----------------------------------------------------------------------------------


def winner(state: State) -> Seat | None:
    """Who won, or at the end of an open match who is alone at the top."""
    if state.phase != "over" or state.why in ("won", "abandoned"):
        return state.standing.winner
    scores = state.standing.scores
    top = [Seat(seat) for seat, score in enumerate(scores) if score == max(scores)]
    return top[0] if len(top) == 1 else None


def question_seen(state: State, by_host: bool) -> Asked | None:
    question = state.question
    if question is None:
        return None
    return Asked(
        text=question.text,
        category=question.category,
        choices=question.choices,
        struck=state.struck,
        answer=question.answer if state.revealed or by_host else None,
    )


def then(fact: AnyFact, step: Step) -> Step:
    return Step(step.state, (fact, *step.facts))
