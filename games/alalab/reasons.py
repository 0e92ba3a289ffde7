"""Refusal reasons: why a move is not legal, in one sentence each. Looks at nothing secret."""

from msgspec import UNSET

from games.alalab import presses
from games.alalab.buzzers import (
    Countdown,
    FreeBuzzers,
    OpenBuzzers,
    Pause,
    PlayerMove,
    Press,
    Resume,
    ShowAnswer,
    TimeUp,
    WriteAnswer,
)
from games.alalab.values import (
    Abandon,
    Answer,
    AnyMove,
    Buzz,
    Card,
    Finish,
    GiveUp,
    Judge,
    Next,
    Reveal,
    Show,
    State,
    Timeout,
    Undo,
)
from games.engine.contract import Reason, Seat, gettext_noop
from games.engine.errors import GameOver


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    return Reason(sentence(state, seat, move))


def sentence(state: State, seat: Seat, move: AnyMove) -> str:
    if state.phase == "over":
        return GameOver.sentence
    if isinstance(move, Timeout | Next | Abandon | OpenBuzzers | TimeUp):
        return gettext_noop("Only the clock does that.")
    if isinstance(move, Press | ShowAnswer | WriteAnswer):
        return why_not_at_the_buzzer(state, seat, move)
    if isinstance(move, Buzz | GiveUp | Answer):
        return why_not_as_a_player(state, seat, move)
    if seat < state.players:
        return gettext_noop("Players answer; judging and cards are not theirs.")
    if not state.hosted:
        return why_not_as_a_referee(state, move)
    return why_not_as_a_host(state, move)


def why_not_at_the_buzzer(state: State, seat: Seat, move: PlayerMove) -> str:
    if not presses.on(state):
        return gettext_noop("There are no such buzzers at this table.")
    if seat >= state.players:
        return gettext_noop("A host does not answer.")
    buzzers = presses.of(state)
    if state.phase == "decided":
        return gettext_noop("Somebody has won, if the host confirms it.")
    if buzzers.paused:
        return gettext_noop("The host has paused the quiz.")
    if presses.verdicts(state)[seat] is not None:
        return gettext_noop("You have had your try at this question.")
    if buzzers.stage == "look":
        return gettext_noop("Look first: the buzzers open in a moment.")
    if isinstance(move, Press):
        if seat in buzzers.order:
            return gettext_noop("You have pressed already.")
        return gettext_noop("The buzzers are closed. Wait for the next question.")
    if isinstance(move, ShowAnswer) and state.question is None:
        return gettext_noop("No question is on the screen: write your answer, or say it aloud.")
    if isinstance(move, ShowAnswer) and state.revealed:
        return gettext_noop("The answer is shown. Wait for the next question.")
    if buzzers.shown[seat] is not None:
        return gettext_noop("You have shown your answer to the host.")
    if buzzers.stage == "closed" and seat not in buzzers.order:
        return gettext_noop("The buzzers are closed. Wait for the next question.")
    if isinstance(move, WriteAnswer):
        return why_not_written(state)
    return gettext_noop("There are four choices.")


def why_not_written(state: State) -> str:
    if presses.is_aloud(state):
        return gettext_noop("Write your answer first.")
    if presses.answer_is_secret(state):
        return gettext_noop("Show one of the four choices.")
    return gettext_noop("This question is over. Wait for the next one.")


def why_not_as_a_player(state: State, seat: Seat, move: Buzz | GiveUp | Answer) -> str:
    if state.hosted:
        return gettext_noop("At this table the host judges: say your answer aloud.")
    if seat >= state.players:
        return gettext_noop("A referee does not answer.")
    if state.phase == "revealed":
        return gettext_noop("The answer is shown. Wait for the next question.")
    if isinstance(move, GiveUp) and state.gave_up is UNSET:
        return gettext_noop("At this table nobody gives a question up; let the clock run.")
    if isinstance(move, Buzz | GiveUp):
        if state.gave_up is not UNSET and seat in state.gave_up:
            return gettext_noop("You have given this question up.")
        if seat in state.failed:
            return gettext_noop("You have had your try at this question.")
        if seat == state.owner:
            return gettext_noop("You have the question: choose an answer.")
        return gettext_noop("Somebody else was faster and has the question.")
    if state.phase == "question":
        return gettext_noop("Press the buzzer first.")
    if seat != state.owner:
        return gettext_noop("Somebody else has the question.")
    if move.choice in state.struck:
        return gettext_noop("This choice is struck out: it was wrong.")
    return gettext_noop("There are four choices.")


def why_not_as_a_referee(state: State, move: AnyMove) -> str:
    if isinstance(move, Card):
        return gettext_noop("There is no such player.")
    return gettext_noop("A referee may only give cards.")


def why_not_as_a_host(state: State, move: AnyMove) -> str:
    if state.phase == "decided" and not isinstance(move, Undo | Finish):
        return gettext_noop("Somebody has won: confirm it, or take the last point back.")
    match move:
        case Undo():
            return gettext_noop("There is nothing to take back.")
        case Finish():
            return gettext_noop("Nobody has won yet.")
        case Show():
            return gettext_noop("There are no questions of this kind in the bank.")
        case Reveal() if state.question is None:
            return gettext_noop("No question is shown.")
        case Reveal():
            return gettext_noop("The answer is already shown.")
        case Judge() | Card():
            return gettext_noop("There is no such player.")
        case FreeBuzzers() | Countdown() | Pause() | Resume():
            return why_not_with_buzzers(state, move)
    return gettext_noop("A host cannot do that.")


def why_not_with_buzzers(state: State, move: FreeBuzzers | Countdown | Pause | Resume) -> str:
    if not presses.on(state):
        return gettext_noop("There are no such buzzers at this table.")
    buzzers = presses.of(state)
    if isinstance(move, Resume):
        return gettext_noop("The quiz is not paused.")
    if buzzers.paused:
        return gettext_noop("The quiz is paused: go on first.")
    if buzzers.stage == "look":
        return gettext_noop("Everybody looks first: the buzzers open in a moment.")
    if isinstance(move, FreeBuzzers):
        return gettext_noop("The buzzers are free already.")
    if buzzers.counting:
        return gettext_noop("The countdown runs already.")
    return gettext_noop("This question is over. Show the next one, or free the buzzers.")
