"""Question order: which question comes next, and what chance gives each player for it."""

from msgspec import UNSET
from msgspec.structs import replace

from games.alalab.question import MatchQuestion
from games.alalab.values import Fate, QuestionShown, State
from games.engine.contract import Chance, Step


def the_next_question(state: State, chance: Chance) -> Step:
    """No question comes again before the others have; and never the same twice running."""
    coming, past = state.coming, state.past
    if not coming:
        coming, past = shuffled_anew(past, state.question, chance), ()
    question, *rest = coming
    number = state.number + 1
    fates = () if state.hosted else tuple(fate_from(chance) for _ in range(state.players))
    state = replace(
        state,
        phase="hosted" if state.hosted else "question",
        question=question,
        revealed=False,
        coming=tuple(rest),
        past=(*past, question) if state.keeps_past else (),
        number=number,
        owner=None,
        failed=(),
        struck=(),
        fates=fates,
        gave_up=UNSET if state.gave_up is UNSET else (),
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
    questions: tuple[MatchQuestion, ...], last: MatchQuestion | None, chance: Chance
) -> tuple[MatchQuestion, ...]:
    """If the last one came up first, it goes to the end."""
    first, *rest = chance.shuffle(questions)
    return (*rest, first) if rest and last and first.id == last.id else (first, *rest)


def fate_from(chance: Chance) -> Fate:
    luck, delay = chance.roll(range(100), 2)
    return Fate(luck=luck, error=chance.pick(range(3)), delay=delay)
