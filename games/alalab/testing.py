"""Test kit: what the laws need to know of the quiz: what is hidden, and what must not get lost."""

import msgspec

from games.alalab import presses
from games.alalab.question import MatchQuestion
from games.alalab.values import State
from games.engine.contract import Chance, Seat


def imagine(state: State, seat: Seat | None, chance: Chance) -> State:
    """Another answer, other questions to come, other things that came to other minds."""
    question = state.question
    sees_answer = state.revealed or (state.hosted and seat == state.players)
    if question is not None and not sees_answer:
        possible = [choice for choice in range(4) if choice not in state.struck]
        question = msgspec.structs.replace(question, answer=chance.pick(possible))
    coming = tuple(another(coming, chance) for coming in chance.shuffle(state.coming))
    fates = tuple(
        msgspec.structs.replace(fate, luck=chance.pick(range(100)), error=chance.pick(range(3)))
        for fate in state.fates
    )
    other = msgspec.structs.replace(state, question=question, coming=coming, fates=fates)
    return with_other_answers(other, seat, chance) if presses.on(state) else other


def with_other_answers(state: State, seat: Seat | None, chance: Chance) -> State:
    """Whoever showed the host an answer showed another one, where that is no business of ours."""
    buzzers = presses.of(state)
    shown = tuple(
        answer
        if answer is None or presses.is_known(state, player, seat)
        else chance.pick(("Baku", "a guess") if isinstance(answer, str) else range(4))
        for player, answer in enumerate(buzzers.shown)
    )
    return msgspec.structs.replace(state, buzzers=msgspec.structs.replace(buzzers, shown=shown))


def another(question: MatchQuestion, chance: Chance) -> MatchQuestion:
    return msgspec.structs.replace(
        question, id=question.id - 1000, text="Who?", answer=chance.pick(range(4))
    )


def pieces(state: State) -> list[str]:
    """Nothing is handed round here but the word: the players stay."""
    return [f"player {seat}" for seat, _ in enumerate(state.standing.scores)]
