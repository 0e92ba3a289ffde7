"""Course of a match: what a scoring act, an answer, a question that is over does to the table.

Who may do what, and what the clock does, is in `rules.py`; points and Sudden Death in `scoring.py`.
"""

from msgspec import UNSET
from msgspec.structs import replace

from games.alalab import presses
from games.alalab.asking import the_next_question
from games.alalab.scoring import Act, after, no_points
from games.alalab.values import (
    Answered,
    DeathChanged,
    Ended,
    GaveUp,
    Judged,
    Revealed,
    Scored,
    State,
    TakenBack,
    Why,
    Won,
)
from games.engine.contract import Chance, Seat, Step

SILENCE = 10
"""Questions in a row for which nobody buzzes end an open match."""


def scored(state: State, player: Seat, act: Act) -> Step:
    """The points of one act, and what that does to Sudden Death."""
    before, now = state.standing, after(state.standing, player, act)
    acts = (*state.acts, Scored(player, act)) if state.hosted else ()
    state = replace(state, standing=now, acts=acts)
    changed = (DeathChanged(phase=now.death),) if now.death != before.death else ()
    # Whoever wins as Sudden Death goes off hears only of the win.
    return Step(state, () if now.winner is not None and now.death is None else changed)


def decided(step: Step) -> Step:
    """A win ends an open match; a host is asked first."""
    state: State = step.state
    if state.standing.winner is None:
        return step
    won = Won(seat=state.standing.winner, stands=not state.hosted)
    ended = replace(state, phase="decided") if state.hosted else over(state, "won")
    return Step(ended, (*step.facts, won))


def the_last_act_taken_back(state: State) -> Step:
    """Scores, cards and phase as they were; questions stay as they are."""
    *rest, last = state.acts
    board = no_points(state.players)
    for act in rest:
        board = after(board, act.player, act.act)
    taken = TakenBack(seat=last.player, act=last.act, score=board.scores[last.player])
    changed = (DeathChanged(phase=board.death),) if board.death != state.standing.death else ()
    state = replace(state, phase="hosted", standing=board, acts=tuple(rest))
    return Step(state, (taken, *changed))


def the_host_judged(state: State, player: Seat, correct: bool) -> Step:
    """Who has heard the right answer at their own screens, sees it there as well."""
    question = state.question.id if state.question and not state.revealed else None
    told = presses.on(state) and correct and question is not None
    shown = the_answer_is_shown(state) if told else Step(state)
    step = scored(shown.state, player, "right" if correct else "wrong")
    score = step.state.standing.scores[player]
    words = presses.words_shown(state, player) if presses.on(state) else UNSET
    fact = Judged(seat=player, correct=correct, score=score, question=question, words=words)
    return decided(step).after(fact, *shown.facts)


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
        state = replace(state, struck=(*state.struck, choice))
        return the_owner_failed(state, seat).after(fact)
    step = scored(state, seat, "right")
    shown = replace(step.state, phase="revealed", revealed=True)
    return decided(Step(shown, step.facts)).after(fact)


def the_owner_failed(state: State, seat: Seat) -> Step:
    """The others may buzz for the same question; when all have failed, the answer is shown."""
    step = scored(state, seat, "wrong")
    state = replace(step.state, phase="question", owner=None, failed=(*state.failed, seat))
    step = decided(Step(state, step.facts))
    if step.state.phase == "over" or len(out_of_it(state)) < state.players:
        return step
    return the_answer_is_shown(state).after(*step.facts)


def the_question_is_given_up(state: State, seat: Seat) -> Step:
    """Who gave up has had their try; nobody waits for the clock when there is nobody left."""
    assert state.gave_up is not UNSET
    state = replace(state, gave_up=(*state.gave_up, seat))
    fact = GaveUp(seat=seat)
    if len(out_of_it(state)) < state.players:
        return Step(state, (fact,))
    return the_answer_is_shown(state).after(fact)


def the_answer_is_shown(state: State) -> Step:
    assert state.question is not None
    question = state.question
    silent = not state.hosted and not state.failed
    fact = Revealed(
        question=question.id,
        answer=question.answer,
        words=question.choices[question.answer],
        silent=silent,
    )
    state = replace(
        state,
        phase="hosted" if state.hosted else "revealed",
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
    return replace(state, phase="over", owner=None, coming=(), past=(), fates=(), why=why)


def out_of_it(state: State) -> tuple[Seat, ...]:
    """Who may not buzz for this question any more."""
    return state.failed if state.gave_up is UNSET else (*state.failed, *state.gave_up)
