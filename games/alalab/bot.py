"""The bot: a player of the server's at an open table.

It sees its seat's view, and what came to mind for it.

Nothing here knows the answer when it decides whether and when to buzz. How sure the bot is follows
from chance, its strength and the difficulty; only a bot that must answer is told a choice, right as
often as its strength says.
"""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from games.alalab.values import Answer, AnyMove, Buzz, Card, Finish, GiveUp, Judge, State, View
from games.engine.contract import Chance, Reason, Seat, gettext_noop

KNOWS = {
    "gentle": {1: 65, 2: 45, 3: 30},
    "steady": {1: 80, 2: 62, 3: 45},
    "sharp": {1: 92, 2: 78, 3: 60},
}
"""Of a hundred questions of a difficulty, so many it knows."""

DARES = {"gentle": 30, "steady": 18, "sharp": 8}
"""Of a hundred, so many more for which it buzzes although it does not know."""

WAITS = {"gentle": (4.0, 6.0), "steady": (3.0, 5.0), "sharp": (2.0, 4.0)}
"""Breaths until it buzzes: at least, and up to so many more."""

LETTERS_IN_A_BREATH = 40
THINKS = 2.0
"""Breaths between the buzzer and the answer."""

SURE, BLANK = 99, -1


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str) -> AnyMove:
    """Buzzes when it has an idea, or gives up; answers what came to mind if it may."""
    answers = [move for move in moves if isinstance(move, Answer)]
    if answers:
        own = Answer(view.hunch) if view.hunch is not None else None
        return own if own in answers else chance.pick(answers)
    if view.feeling == BLANK and GiveUp() in moves:
        return GiveUp()
    for kind in (Buzz, Finish, Judge, Card):
        fitting = [move for move in moves if isinstance(move, kind)]
        if fitting:
            return chance.pick(fitting)
    return moves[0]


def feeling(luck: int, difficulty: int, level: str) -> int:
    """How sure it is: from 50 up it is right, from 0 up it would dare, below it would not.

    Luck below what it knows is knowledge; a little above it is a guess that feels like knowledge.
    """
    known = KNOWS[level][difficulty]
    if luck < known:
        return 50 + (known - luck) * 49 // known
    if luck < known + DARES[level]:
        return 49 - (luck - known) * 49 // DARES[level]
    return BLANK


def hunch(answer: int, error: int, sure: int) -> int:
    """The choice it thinks of: the right one where it knows, else one of the three others."""
    if sure >= 50:
        return answer
    return [choice for choice in range(4) if choice != answer][error]


def with_what_came_to_mind(view: View, state: State, seat: Seat, level: str) -> View:
    """The seat's view, with how sure the bot is and how long it takes.

    Both follow from chance, strength and difficulty, never from the answer. The choice it thinks of
    is told only when it must answer: right as often as its strength says, else a wrong one.
    """
    if state.hosted or seat >= state.players or not state.fates or not state.question:
        return view
    fate, question = state.fates[seat], state.question
    sure = feeling(fate.luck, question.difficulty, level)
    mind = None
    if state.phase == "answering" and seat == state.owner:
        mind = hunch(question.answer, fate.error, sure)
    return replace(view, feeling=sure, delay=fate.delay, hunch=mind)


def pause(view: View, seat: Seat, level: str) -> float | None:
    """After how many breaths it acts. None: it lets this one pass."""
    if view.phase == "answering" and view.owner == seat:
        return THINKS
    if view.phase != "question" or seat in view.failed or view.question is None:
        return None
    if view.gave_up is not UNSET and seat in view.gave_up:
        return None
    if view.feeling is None or view.delay is None:
        return None
    if view.feeling == BLANK and view.gave_up is UNSET:
        return None
    least, more = WAITS[level]
    reads = len(view.question.text) / LETTERS_IN_A_BREATH
    return reads + least + more * view.delay / 100


# ---- In words ----------------------------------------------------------------------------------


def explain(view: View, move: AnyMove) -> Reason | None:
    """What this move is good for; nothing of what came to mind."""
    match move:
        case Buzz():
            return Reason(
                gettext_noop("Right is +1, wrong is −1: better than an even chance is worth it.")
            )
        case Answer() if view.question is not None and view.question.struck:
            left = len(view.question.choices) - len(view.question.struck)
            return Reason(
                gettext_noop("With %(left)s choices left even a guess is a fair one."),
                {"left": left},
            )
        case _:
            return None
