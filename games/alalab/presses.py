"""Buzzers at a hosted table whose players sit at their own screens.

When a question is shown, everybody looks at it first (`Options.look_seconds`); then a player may
press, and may show the host one of the choices; a question that is asked aloud is answered in words
of one's own. The host sees the order of the presses; what a player showed is the host's and their
own to see, until they are judged or the answer is revealed.
A right answer closes the buzzers and reveals the answer; after a wrong one the next in order is
asked. The host may start a countdown, at whose end nobody can press any more, may pause, and may
free the buzzers for a question that is asked aloud.

Without `Options.own_screens` nothing of this is there, and a hosted table is as it always was.
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games.alalab.buzzers import (
    AnswerShown,
    Buzzers,
    BuzzersFreed,
    BuzzersSeen,
    ClockMove,
    Countdown,
    CountdownEnded,
    CountdownStarted,
    FreeBuzzers,
    HostMove,
    OpenBuzzers,
    Pause,
    Paused,
    PlayerMove,
    Press,
    Pressed,
    Resume,
    Resumed,
    ShowAnswer,
    Stage,
    TimeUp,
    WriteAnswer,
)
from games.alalab.values import AnyMove, Judge, Reveal, Show, State, Undo
from games.engine.contract import CLOCK, Seat, Step, Timer

CHOICES = range(4)
ANY_WORDS = "…"
"""What stands in the list of legal moves for whatever a player writes."""


def on(state: State) -> bool:
    return state.buzzers is not UNSET


def of(state: State) -> Buzzers:
    assert state.buzzers is not UNSET
    return state.buzzers


def free(state: State, look: bool = False) -> State:
    """Nobody has pressed; what was judged so far belongs to the questions before."""
    stage: Stage = "look" if look else "open"
    nothing = (None,) * state.players
    return replace(state, buzzers=Buzzers(stage=stage, shown=nothing, since=len(state.acts)))


# ---- What may be done --------------------------------------------------------------------------


def player_moves(state: State, seat: Seat) -> tuple[PlayerMove, ...]:
    """Once each. Who pressed in time may still show an answer when the time is up."""
    buzzers = of(state)
    if state.phase != "hosted" or buzzers.paused or verdicts(state)[seat] is not None:
        return ()
    pressed, is_open = seat in buzzers.order, buzzers.stage == "open"
    press = (Press(),) if is_open and not pressed else ()
    in_time = is_open or (pressed and buzzers.stage == "closed")
    if not in_time or buzzers.shown[seat] is not None:
        return press
    if answer_is_secret(state):
        return (*press, *map(ShowAnswer, CHOICES))
    return (*press, WriteAnswer(ANY_WORDS)) if is_aloud(state) else press


def host_moves(state: State) -> tuple[HostMove, ...]:
    """Besides all that a host may do anyway."""
    buzzers = of(state)
    if buzzers.paused:
        return (Resume(),)
    again = (FreeBuzzers(),) if is_used(state) else ()
    asked = buzzers.stage == "open" or (buzzers.stage == "closed" and answer_is_secret(state))
    countdown = (Countdown(),) if asked and not buzzers.counting else ()
    return (*again, *countdown, Pause())


def is_aloud(state: State) -> bool:
    """Whether the question that is asked now is not on the screen."""
    if answer_is_secret(state):
        return False
    return of(state).stage == "open" or (state.question is None and True not in verdicts(state))


def is_used(state: State) -> bool:
    """Whether there is anything to free the buzzers from."""
    buzzers = of(state)
    answered = any(choice is not None for choice in buzzers.shown)
    judged = any(verdict is not None for verdict in verdicts(state))
    return bool(buzzers.order) or answered or judged or buzzers.stage == "closed"


def due(state: State) -> ClockMove | None:
    """What the clock of the buzzers does next; None while they wait for somebody."""
    buzzers = of(state)
    if buzzers.paused:
        return None
    if buzzers.stage == "look":
        return OpenBuzzers()
    return TimeUp() if buzzers.counting else None


def timer(state: State) -> Timer | None:
    match due(state):
        case OpenBuzzers() as move:
            name = f"question {state.number} look"
            return Timer(name, state.options.looks, CLOCK, move)
        case TimeUp() as move:
            name = f"question {state.number} countdown"
            return Timer(name, state.options.answer_seconds, CLOCK, move)
    return None


# ---- What is done ------------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: PlayerMove | HostMove | ClockMove) -> Step:
    buzzers = of(state)
    match move:
        case Press():
            order = (*buzzers.order, seat)
            return changed(state, Pressed(seat=seat, place=len(order)), order=order)
        case ShowAnswer(choice):
            assert state.question is not None
            shown = tuple(choice if s == seat else c for s, c in enumerate(buzzers.shown))
            words = state.question.choices[choice]
            known_to = (seat, Seat(state.players))
            told = AnswerShown(seat=seat, choice=choice, words=words, known_to=known_to)
            return changed(state, told, shown=shown)
        case WriteAnswer(words):
            written = tuple(words if s == seat else c for s, c in enumerate(buzzers.shown))
            known_to = (seat, Seat(state.players))
            told = AnswerShown(seat=seat, choice=None, words=words, known_to=known_to)
            return changed(state, told, shown=written)
        case FreeBuzzers():
            return Step(free(state), (BuzzersFreed(),))
        case Countdown():
            started = CountdownStarted(seconds=state.options.answer_seconds)
            return changed(state, started, stage="open", counting=True)
        case Pause():
            return changed(state, Paused(), paused=True)
        case Resume():
            return changed(state, Resumed(), paused=False)
        case OpenBuzzers():
            return changed(state, stage="open")
        case TimeUp():
            return changed(state, CountdownEnded(), stage="closed", counting=False)


def changed(state: State, *facts: object, **buzzers: object) -> Step:
    return Step(replace(state, buzzers=replace(of(state), **buzzers)), facts)


def follow(step: Step, move: AnyMove) -> Step:
    """What an act of the host does to the buzzers."""
    state: State = step.state
    match move:
        case Show():
            state = free(state, look=state.options.looks > 0)
        case Judge(correct=True) | Reveal():
            state = changed(state, stage="closed", counting=False).state
        case Undo():
            state = changed(state, since=min(of(state).since, len(state.acts))).state
    return Step(state, step.facts)


# ---- What is seen ------------------------------------------------------------------------------


def answer_is_secret(state: State) -> bool:
    return state.question is not None and not state.revealed


def verdicts(state: State) -> tuple[bool | None, ...]:
    """By player, the host's last word on this question; what is taken back is not among it."""
    said: dict[Seat, bool] = {
        act.player: act.act == "right"
        for act in state.acts[of(state).since :]
        if act.act in ("right", "wrong")
    }
    return tuple(said.get(Seat(seat)) for seat in range(state.players))


def asked_now(state: State) -> Seat | None:
    """The first who pressed and is not judged yet, while nobody was right."""
    judged = verdicts(state)
    is_over = state.question and state.revealed and of(state).stage == "closed"
    if state.phase != "hosted" or True in judged or is_over:
        return None
    return next((seat for seat in of(state).order if judged[seat] is None), None)


def wrong_ones(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, right in enumerate(verdicts(state)) if right is False)


def words_shown(state: State, player: Seat) -> str | UnsetType:
    """What the player showed, in words; what is judged is told to all."""
    answer = of(state).shown[player]
    if isinstance(answer, str):
        return answer
    return UNSET if answer is None or state.question is None else state.question.choices[answer]


def is_known(state: State, player: int, seat: Seat | None) -> bool:
    """Whether this seat may know what the player showed. Words of their own answer a question that
    nothing reveals: they are told when somebody was right."""
    said, answer = verdicts(state), of(state).shown[player]
    is_over = True in said if isinstance(answer, str) else not answer_is_secret(state)
    return is_over or said[player] is not None or seat in (player, state.players)


def seen(state: State, seat: Seat | None) -> BuzzersSeen:
    buzzers = of(state)
    return BuzzersSeen(
        stage=buzzers.stage,
        order=buzzers.order,
        counting=buzzers.counting,
        paused=buzzers.paused,
        answered=tuple(Seat(s) for s, choice in enumerate(buzzers.shown) if choice is not None),
        shown=tuple(
            choice if is_known(state, player, seat) else None
            for player, choice in enumerate(buzzers.shown)
        ),
        verdicts=verdicts(state),
    )
