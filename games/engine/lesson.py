"""Lesson of a game: a fixed key, scripted opponents, and steps that each want one move.

`games/<key>/lesson.py` defines `LESSON`. It is a script over the engine and no state of its own:
every move in it, the learner's and the others', is played through `play` from the key on, so a
change of the rules that a lesson relies on breaks it loudly.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine import codec
from games.engine.chance import chance_for, match_key
from games.engine.contract import Rules, Seat
from games.engine.play import play, start

Scripted = tuple[tuple[Seat, Any], ...]
"""Moves of the other seats, and of the clock's chair, in their order."""


@dataclass(frozen=True)
class LessonStep:
    """One thing to learn. In its sentences `{1}` is the name of whoever sits in seat 1."""

    says: str
    """What is to be seen and done, in one or two sentences."""
    move: Any
    answers: Mapping[Any, str] = field(default_factory=dict)
    """By move, or by kind of move, why another legal one is not wanted here."""
    otherwise: str = ""
    """The same for every move that `answers` does not name. The laws see to it that none is
    without a sentence."""
    points: tuple[str, ...] = ()
    """Keys of pieces and ids of places to point at, besides the pieces that the move takes up."""
    then: Scripted = ()
    """What the others play after it."""

    def answer(self, move: Any) -> str:
        """Why this legal move is not the one that the step wants."""
        return self.answers.get(move) or self.answers.get(type(move)) or self.otherwise


@dataclass(frozen=True)
class Lesson:
    """How a game is taught, from the deal to the last sentence."""

    seed: int
    """The key of its match follows from it, and with the key all chance."""
    seats: int
    you: Seat
    options: Any
    steps: tuple[LessonStep, ...]
    ends: str
    """The last sentence: what was learnt, and what there is besides."""
    before: Scripted = ()
    """What the others play before the first step."""

    @property
    def key(self) -> bytes:
        return match_key(self.seed.to_bytes(32, "big"), ["lesson"])


@dataclass(frozen=True, eq=False)
class LessonFrame:
    """The match of a lesson after one of its events: who played what, and what happened."""

    state: Any
    facts: tuple[Any, ...]
    seat: Seat | None = None
    move: Any = None


@dataclass(frozen=True, eq=False)
class PlayedLesson:
    """A lesson played to its end. Frame n is the match after event n."""

    frames: tuple[LessonFrame, ...]
    starts: tuple[int, ...]
    """By step the event after which it begins; the last is the end of the lesson."""


def play_lesson(rules: Rules, lesson: Lesson) -> PlayedLesson:
    """Plays every scripted move through the engine; raises what the engine refuses."""
    dealt = start(rules, lesson.seats, lesson.options, lesson.key)
    frames = [LessonFrame(dealt.state, dealt.facts)]
    starts = []

    def go_on(moves: Scripted) -> None:
        for seat, move in moves:
            chance = chance_for(lesson.key, len(frames))
            step = play(rules, frames[-1].state, seat, move, chance)
            frames.append(LessonFrame(step.state, step.facts, seat, move))

    go_on(lesson.before)
    for each in lesson.steps:
        starts.append(len(frames) - 1)
        go_on(((lesson.you, each.move), *each.then))
    return PlayedLesson(tuple(frames), (*starts, len(frames) - 1))


def judge(rules: Rules, lesson: Lesson, state: Any, number: int, move: Any) -> str:
    """Nothing if this is the move that the step wants; else why it is not, in a sentence.

    A move that the rules do not allow is refused by the engine, with its own reason.
    """
    if isinstance(move, dict):
        move = codec.load_move(rules, move)
    play(rules, state, lesson.you, move, chance_for(lesson.key, 0))
    move = rules.complete(state, lesson.you, move)
    wanted = lesson.steps[number]
    return "" if move == wanted.move else wanted.answer(move)
