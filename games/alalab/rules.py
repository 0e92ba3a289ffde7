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
itself after thirty seconds. Players who sit at their own screens have buzzers (`presses.py`), and
a right answer reveals the question's; before the house they may say that they do not know, and
when all have failed or given up the answer is shown.

An open match also ends after the agreed number of questions, or when nobody buzzes ten times
running; then the highest score wins. A match in which nobody ever buzzed, or a hosted table at
which nobody acts for half an hour, is abandoned.
"""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import asdict, replace

from games.alalab import presses
from games.alalab.asking import the_next_question
from games.alalab.bank import shipped_questions
from games.alalab.bot import bot, pause, with_what_came_to_mind
from games.alalab.buzzers import WriteAnswer
from games.alalab.course import (
    decided,
    out_of_it,
    over,
    scored,
    the_answer_is_judged,
    the_answer_is_shown,
    the_host_judged,
    the_last_act_taken_back,
    the_match_goes_on,
    the_owner_failed,
    the_question_is_given_up,
)
from games.alalab.question import OWN_IDS
from games.alalab.reasons import why_not
from games.alalab.scoring import Colour, no_points
from games.alalab.values import (
    Abandon,
    Answer,
    AnyFact,
    AnyMove,
    Asked,
    Buzz,
    Buzzed,
    Card,
    Carded,
    Ended,
    Finish,
    GiveUp,
    Judge,
    Next,
    Opened,
    Options,
    RanOut,
    Reveal,
    Show,
    State,
    Timeout,
    Undo,
    View,
    Won,
)
from games.engine.contract import (
    CLOCK,
    Chance,
    Info,
    Outcome,
    Reason,
    Role,
    Seat,
    Step,
    Timer,
    gettext_noop,
    places_by_score,
)
from games.engine.errors import InvalidOptions
from games.engine.sanitize import clean
from games.engine.seats import all_seats

__all__ = ["AnyFact", "AnyMove", "Options", "State", "View", "bot", "why_not"]

INFO = Info(
    key="alalab",
    name=gettext_noop("Casino Al Al'ab"),
    blurb=gettext_noop(
        "A quiz against the buzzer, or with a host in the room. Ten points win, unless it comes"
        " to Sudden Death."
    ),
    players=(2, 3),
    minutes=15,
)

POOL = 120
"""Questions that a match takes along at most."""
BUZZ_SECONDS = 20
NEXT_SECONDS = 4
DECIDED_SECONDS = 30
IDLE_SECONDS = 1800
CHOICES = range(4)


def deal(seats: int, options: Options, chance: Chance) -> Step:
    """The questions are shuffled, but for a host's own; at an open table the first one is asked."""
    players = seats - len(extra_seats(options))
    if players not in INFO.players:
        raise InvalidOptions(Reason(gettext_noop("This quiz is for 2 or 3 players.")))
    own = options.source == "own"
    if own and not options.hosted:
        raise InvalidOptions(
            Reason(gettext_noop("Only a host can ask questions of their own; here the house asks."))
        )
    bank = options.bank or shipped_questions.select(**asdict(options.questions))
    if not bank and not options.hosted:
        raise InvalidOptions(Reason(gettext_noop("There are no questions of this kind yet.")))
    needed = POOL if options.hosted else options.max_questions
    # A host's own come in the order in which they were brought along.
    order = options.bank if own and options.bank else chance.shuffle(bank)
    state = State(
        options=replace(options, bank=None),
        players=players,
        phase="hosted",
        standing=no_points(players),
        coming=order[:needed],
        keeps_past=options.hosted or len(bank) < needed,
    )
    if options.own_screens is not UNSET:
        state = presses.free(state) if options.hosted else replace(state, gave_up=())
    step = Step(state) if options.hosted else the_next_question(state, chance)
    return step.after(Opened(hosted=options.hosted))


def legal_moves(state: State, seat: Seat) -> Sequence[AnyMove]:
    """A host acts at any time; players race for the buzzer; the clock does the rest."""
    if state.phase == "over":
        return ()
    if seat == CLOCK:
        return (what_the_clock_does(state),)
    if seat >= state.players:
        return host_moves(state) if state.hosted else cards_for(state)
    if presses.on(state):
        return presses.player_moves(state, seat)
    if state.phase == "question" and seat not in out_of_it(state):
        return (Buzz(),) if state.gave_up is UNSET else (Buzz(), GiveUp())
    if state.phase == "answering" and seat == state.owner:
        return tuple(Answer(choice) for choice in CHOICES if choice not in state.struck)
    return ()


def apply(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    """Each scoring act may decide the match; a host's is kept so that it can be taken back."""
    if state.hosted:
        state = replace(state, beats=state.beats + 1)
    step = done(state, seat, move, chance)
    return presses.follow(step, move) if presses.on(state) else step


def done(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    match move:
        case Judge(player, correct):
            return the_host_judged(state, player, correct)
        case Card(player, colour):
            step = scored(state, player, colour)
            score = step.state.standing.scores[player]
            return decided(step).after(Carded(seat=player, colour=colour, score=score))
        case Undo():
            return the_last_act_taken_back(state)
        case Show():
            return the_next_question(state, chance)
        case Buzz():
            assert state.question is not None
            fact = Buzzed(seat=seat, question=state.question.id)
            state = replace(state, phase="answering", owner=seat, buzzed=True, silent=0)
            return Step(state, (fact,))
        case GiveUp():
            return the_question_is_given_up(state, seat)
        case Answer(choice):
            return the_answer_is_judged(state, seat, choice)
        case Timeout():
            assert state.owner is not None and state.question is not None
            ran_out = RanOut(seat=state.owner, question=state.question.id)
            return the_owner_failed(state, state.owner).after(ran_out)
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
        case _:
            return presses.apply(state, seat, move)


def view(state: State, seat: Seat | None) -> View:
    """The answer is told after it is revealed, and to a host as soon as the question is shown."""
    roles = extra_seats(state.options)
    buzzers = presses.on(state)
    return View(
        phase=state.phase,
        scores=state.standing.scores,
        sudden_death=state.standing.death,
        cards=state.standing.cards,
        question=question_seen(state, state.hosted and seat == state.players),
        owner=presses.asked_now(state) if buzzers else state.owner,
        winner=winner(state),
        turn=state.owner if state.phase == "answering" else None,
        number=state.number,
        last=0 if state.hosted else state.options.max_questions,
        question_id=state.question.id if state.question else None,
        difficulty=state.question.difficulty if state.question and not of_host(state) else None,
        revealed=state.revealed,
        failed=presses.wrong_ones(state) if buzzers else state.failed,
        acts=len(state.acts),
        last_act=state.acts[-1] if state.acts else None,
        extra=roles[0] if roles else None,
        buzzers=presses.seen(state, seat) if buzzers else UNSET,
        gave_up=state.gave_up,
    )


def timer(state: State) -> Timer | None:
    """Labels count what must start a clock anew; a card is never among it."""
    number = state.number
    match state.phase:
        case "over":
            return None
        case "hosted" if presses.on(state) and (running := presses.timer(state)):
            return running
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


# ---- Hooks -------------------------------------------------------------------------------------

RACE = (Buzz,)
SPEECH = (WriteAnswer,)
ONE_ROOM = Options(mode="hosted")
"""People sit together, and the host's phone keeps the score."""
NOT_IN_ONE_ROOM = ("mode", "referee", "answer_seconds", "look_seconds", "max_questions")


def complete(state: State, seat: Seat, move: AnyMove) -> AnyMove:
    """Words of a player's own without invisible signs and direction tricks."""
    return WriteAnswer(clean(move.words)) if isinstance(move, WriteAnswer) else move


def extra_seats(options: Options) -> tuple[Role, ...]:
    """Who sits beside the players, in the last chair."""
    if options.hosted:
        return ("host",)
    return ("referee",) if options.referee else ()


def why_unrated(options: Options) -> Reason | None:
    """A host decides who was right, and knows the questions."""
    if options.hosted or options.source == "own":
        return Reason(gettext_noop("A quiz with a host or with one's own questions is friendly."))
    return None


def enough_play(moves: Sequence[int]) -> bool:
    """Who is slow at the buzzer makes no move of their own, and still loses."""
    return sum(moves) >= 10


def bot_view(state: State, seat: Seat, level: str) -> View:
    return with_what_came_to_mind(view(state, seat), state, seat, level)


def bot_pause(state: State, seat: Seat, level: str) -> float | None:
    return pause(bot_view(state, seat, level), seat, level)


# ---- What may be done --------------------------------------------------------------------------


def cards_for(state: State) -> tuple[AnyMove, ...]:
    colours: tuple[Colour, ...] = ("yellow", "red")
    return tuple(Card(p, colour) for p in all_seats(state.players) for colour in colours)


def host_moves(state: State) -> tuple[AnyMove, ...]:
    """When somebody has won, a slip can still be taken back."""
    undo = (Undo(),) if state.acts else ()
    if state.phase == "decided":
        return (Finish(), *undo)
    judges = (Judge(p, right) for p in all_seats(state.players) for right in (True, False))
    show = (Show(),) if state.coming or state.past else ()
    reveal = (Reveal(),) if state.question and not state.revealed else ()
    buzzers = presses.host_moves(state) if presses.on(state) else ()
    return (*judges, *cards_for(state), *undo, *show, *reveal, *buzzers)


def what_the_clock_does(state: State) -> AnyMove:
    match state.phase:
        case "hosted" if presses.on(state) and (due := presses.due(state)):
            return due
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


# ---- Helpers -----------------------------------------------------------------------------------


def winner(state: State) -> Seat | None:
    """Who won, or at the end of an open match who is alone at the top."""
    if state.phase != "over" or state.why in ("won", "abandoned"):
        return state.standing.winner
    scores = state.standing.scores
    top = [Seat(seat) for seat, score in enumerate(scores) if score == max(scores)]
    return top[0] if len(top) == 1 else None


def of_host(state: State) -> bool:
    """The question on the table is one that the host wrote."""
    return state.question is not None and state.question.id < OWN_IDS


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
