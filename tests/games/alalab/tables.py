"""Tables of the quiz to test with: a small bank, hands that act, scores as they are wanted."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games import registry
from games.alalab import rules, values
from games.alalab.question import MatchQuestion
from games.alalab.scoring import Scoreboard
from games.alalab.values import Options, State
from games.engine import play as engine
from games.engine.chance import Stream, chance_for
from games.engine.contract import CLOCK, Seat, Step

KEY = bytes(range(32))

BANK = tuple(
    MatchQuestion(
        id=number,
        text=f"Question {number}?",
        category="history",
        difficulty=(1 + number % 3),  # type: ignore[arg-type]
        choices=(f"{number}a", f"{number}b", f"{number}c", f"{number}d"),
        answer=number % 4,
    )
    for number in range(1, 13)
)


def chance(step: int = 0) -> Stream:
    return chance_for(KEY, step)


def options(**changes: Any) -> Options:
    return Options(**({"bank": BANK} | changes))


def open_table(players: int = 2, **changes: Any) -> State:
    extra = 1 if changes.get("referee") else 0
    state: State = rules.deal(players + extra, options(**changes), chance()).state
    return state


def hosted_table(players: int = 2, **changes: Any) -> State:
    state: State = rules.deal(players + 1, options(mode="hosted", **changes), chance()).state
    return state


def step(state: State, seat: int, move: Any, at: int = 1) -> Step:
    """Through the guarded door."""
    return engine.play(registry.rules_for("alalab"), state, Seat(seat), move, chance(at))


def do(state: State, *acts: tuple[int, Any]) -> State:
    for number, (seat, move) in enumerate(acts, start=1):
        state = step(state, seat, move, number).state
    return state


def tick(state: State, times: int = 1) -> State:
    """What the clock does, so many times."""
    for number in range(times):
        timer = rules.timer(state)
        assert timer is not None
        assert timer.seat == CLOCK
        state = step(state, CLOCK, timer.move, 100 + number).state
    return state


def with_scores(state: State, *scores: int, death: Any = None) -> State:
    """The same table with these scores; no card was ever given."""
    standing = Scoreboard(scores=scores, cards=((),) * len(scores), death=death)
    return msgspec.structs.replace(state, standing=standing)


def right(state: State) -> values.Answer:
    assert state.question is not None
    return values.Answer(state.question.answer)


def wrong(state: State) -> values.Answer:
    assert state.question is not None
    answer = state.question.answer
    return values.Answer(next(c for c in range(4) if c != answer and c not in state.struck))


def answered(state: State, seat: int, correct: bool) -> State:
    """Buzzes and answers."""
    state = do(state, (seat, values.Buzz()))
    return do(state, (seat, right(state) if correct else wrong(state)))


def kinds(moves: Sequence[Any]) -> list[str]:
    return list(dict.fromkeys(type(move).__name__ for move in moves))
