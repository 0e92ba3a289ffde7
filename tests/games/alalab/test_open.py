"""An open table: the race for the buzzer, tries, clocks, and how it ends."""

import itertools

import msgspec
import pytest

from games.alalab import rules, values
from games.alalab.values import Answer, Buzz, Card, GiveUp, Next, Reveal, Timeout
from games.engine.contract import CLOCK, Reason, Seat
from games.engine.errors import IllegalMove, InvalidOptions, NotYourTurn
from tests.games.alalab.tables import (
    BANK,
    answered,
    chance,
    do,
    open_table,
    options,
    right,
    step,
    tick,
    with_scores,
    wrong,
)


def clock_of(state: values.State) -> tuple[int, str]:
    timer = rules.timer(state)
    assert timer is not None and timer.seat == CLOCK
    return timer.seconds, type(timer.move).__name__


def test_the_first_question_is_there_at_once() -> None:
    state = open_table()
    seen = rules.view(state, Seat(0))
    assert seen.phase == "question" and seen.question is not None
    assert len(seen.question.choices) == 4 and seen.question.answer is None
    assert clock_of(state) == (20, "Reveal")
    assert rules.legal_moves(state, Seat(0)) == rules.legal_moves(state, Seat(1)) == (Buzz(),)


def test_the_first_to_buzz_owns_the_question() -> None:
    state = do(open_table(3), (1, Buzz()))
    seen = rules.view(state, None)
    assert (seen.phase, seen.owner, seen.turn) == ("answering", 1, 1)
    assert clock_of(state) == (20, "Timeout")
    assert len(rules.legal_moves(state, Seat(1))) == 4
    with pytest.raises(NotYourTurn):
        step(state, 0, Buzz())
    with pytest.raises(NotYourTurn):
        step(state, 2, Answer(0))


def test_the_table_chooses_the_time_for_an_answer() -> None:
    assert clock_of(do(open_table(answer_seconds=45), (0, Buzz()))) == (45, "Timeout")


def test_right_is_a_point_and_the_answer_is_shown() -> None:
    state = answered(open_table(), 0, True)
    seen = rules.view(state, Seat(1))
    assert seen.scores == (1, 0) and seen.phase == "revealed"
    assert seen.question is not None and seen.question.answer == state.question.answer  # type: ignore[union-attr]
    assert clock_of(state) == (4, "Next")
    assert not rules.legal_moves(state, Seat(0))


def test_wrong_costs_a_point_and_the_others_try_with_that_choice_struck() -> None:
    first = do(open_table(3), (0, Buzz()))
    choice = wrong(first)
    state = do(first, (0, choice))
    seen = rules.view(state, None)
    assert seen.scores == (-1, 0, 0) and seen.phase == "question" and seen.failed == (0,)
    assert seen.question is not None
    assert seen.question.struck == (choice.choice,) and seen.question.answer is None
    assert rules.timer(state) != rules.timer(open_table(3)), "a fresh twenty seconds"
    assert clock_of(state) == (20, "Reveal")
    with pytest.raises(NotYourTurn):
        step(state, 0, Buzz())
    second = do(state, (2, Buzz()))
    assert choice not in rules.legal_moves(second, Seat(2))
    with pytest.raises(IllegalMove, match="struck out"):
        step(second, 2, choice)
    assert rules.view(do(second, (2, right(second))), None).scores == (-1, 0, 1)


def test_silence_of_the_owner_counts_as_wrong_and_strikes_nothing() -> None:
    state = do(open_table(), (0, Buzz()), (CLOCK, Timeout()))
    seen = rules.view(state, None)
    assert seen.scores == (-1, 0) and seen.question is not None and seen.question.struck == ()
    assert seen.failed == (0,) and seen.phase == "question"


def test_when_all_have_failed_the_answer_is_shown() -> None:
    state = answered(answered(open_table(), 0, False), 1, False)
    assert state.phase == "revealed" and state.standing.scores == (-1, -1)
    assert clock_of(state) == (4, "Next")


def test_nobody_buzzes() -> None:
    state = do(open_table(), (CLOCK, Reveal()))
    assert rules.view(state, None).question.answer is not None  # type: ignore[union-attr]
    assert state.standing.scores == (0, 0)
    state = do(state, (CLOCK, Next()))
    assert state.phase == "question" and state.number == 2 and state.failed == ()


def test_a_win_ends_an_open_match_at_once() -> None:
    state = answered(with_scores(open_table(3), 9, 8, 3), 0, True)
    outcome = rules.outcome(state)
    assert state.phase == "over" and outcome is not None
    assert outcome.places == (1, 2, 3) and outcome.scores == (10, 8, 3)
    assert rules.view(state, None).winner == 0


def test_somebody_elses_mistake_can_win_it() -> None:
    state = answered(with_scores(open_table(), 11, 10, death=1), 1, False)
    assert state.phase == "over" and rules.view(state, None).winner == 0


def test_the_end_after_the_agreed_questions_is_shared_by_equals() -> None:
    state = open_table(3, max_questions=30)
    state = answered(state, 0, True)
    state = tick(state)
    state = answered(state, 2, True)
    while state.number < 30:
        if state.silent == 8 and state.phase == "question":
            state = do(state, (1, Buzz()), (CLOCK, Timeout()))
        state = tick(state)
    assert rules.outcome(state) is None
    state = tick(state, 2)
    outcome = rules.outcome(state)
    assert state.why == "questions" and outcome is not None
    assert outcome.places == (1, 3, 1) and rules.view(state, None).winner is None


def test_ten_silent_questions_in_a_row_end_it() -> None:
    state = tick(answered(open_table(), 0, True))
    state = tick(state, 19)
    assert state.silent == 10 and rules.outcome(state) is None
    outcome = rules.outcome(tick(state))
    assert outcome is not None and outcome.places == (1, 2)


def test_a_buzz_breaks_the_silence() -> None:
    state = tick(open_table(), 18)
    assert state.silent == 9
    state = do(state, (0, Buzz()), (CLOCK, Timeout()))
    assert state.silent == 0


def test_nobody_ever_buzzed_is_abandoned() -> None:
    state = tick(open_table(), 20)
    outcome = rules.outcome(state)
    assert outcome is not None and outcome.places == () and state.number == 10


def test_no_question_comes_again_before_all_have_and_never_twice_running() -> None:
    state = open_table(max_questions=60)
    ids = []
    while rules.outcome(state) is None:
        assert state.question is not None
        ids.append(state.question.id)
        state = do(state, (0, Buzz()))
        # Both fail, so that nobody gets anywhere near a win.
        state = do(state, (0, wrong(state)))
        state = do(state, (1, Buzz()))
        state = step(state, 1, wrong(state), state.number).state
        state = step(state, CLOCK, Next(), 500 + state.number).state
    assert len(ids) == 60
    for start in range(0, 60, len(BANK)):
        assert len(set(ids[start : start + len(BANK)])) == len(BANK)
    assert all(one != other for one, other in itertools.pairwise(ids))


def test_a_referee_gives_cards_at_any_time_and_nothing_else() -> None:
    state = open_table(referee=True)
    assert state.players == 2
    for moment in (state, do(state, (0, Buzz())), tick(state)):
        assert len(rules.legal_moves(moment, Seat(2))) == 4
        carded = do(moment, (2, Card(Seat(1), "red")))
        assert carded.standing.scores == (0, -3) and carded.phase == moment.phase
        # A penalty never restarts a running clock.
        assert rules.timer(carded).clock == rules.timer(moment).clock  # type: ignore[union-attr]
        with pytest.raises(IllegalMove, match="only give cards"):
            step(moment, 2, values.Judge(Seat(0), True))
        with pytest.raises(IllegalMove):
            step(moment, 2, Buzz())
        assert rules.view(carded, Seat(2)).question.answer == (  # type: ignore[union-attr]
            moment.question.answer if moment.revealed else None  # type: ignore[union-attr]
        )


def test_a_card_may_decide_an_open_match() -> None:
    state = with_scores(open_table(referee=True), 11, 10, death=1)
    state = do(state, (2, Card(Seat(1), "yellow")))
    outcome = rules.outcome(state)
    assert outcome is not None and outcome.places == (1, 2, None)


@pytest.mark.parametrize(
    ("seats", "wishes"),
    [(1, {}), (4, {}), (2, {"mode": "hosted"}), (5, {"mode": "hosted"}), (2, {"referee": True})],
)
def test_a_wrong_number_of_chairs_is_refused_in_words(seats, wishes) -> None:
    with pytest.raises(InvalidOptions, match="2 or 3 players"):
        rules.deal(seats, options(**wishes), chance())


def test_a_bank_without_fitting_questions_is_refused_in_words() -> None:
    none = values.Options(questions=values.Selection(language="xx"))
    with pytest.raises(InvalidOptions, match="no questions of this kind"):
        rules.deal(2, none, chance())


def test_without_a_bank_the_games_own_questions_are_asked() -> None:
    wish = values.Selection(categories=("science",), difficulty=2)
    state = rules.deal(2, values.Options(questions=wish), chance()).state
    assert {q.category for q in (*state.coming, state.question)} == {"science"}
    assert {q.difficulty for q in state.coming} == {2}


@pytest.mark.parametrize(
    ("seat", "move", "words"),
    [
        (0, Answer(1), "buzzer first"),
        (0, values.Judge(Seat(1), True), "not theirs"),
        (0, Timeout(), "Only the clock"),
        (0, Answer(9), "buzzer first"),
    ],
)
def test_refusals_say_why(seat, move, words) -> None:
    reason = rules.why_not(open_table(), Seat(seat), move)
    assert isinstance(reason, Reason) and words in str(reason)


def test_the_state_holds_no_bank_twice_and_stays_small() -> None:
    state = rules.deal(2, values.Options(), chance()).state
    assert state.options.bank is None and not state.past
    assert len(state.coming) == 59
    assert len(msgspec.json.encode(state)) < 24_000
    over = tick(state, 20)
    assert len(msgspec.json.encode(over)) < 2_000


# ---- "I don't know" ------------------------------------------------------------------------------


def test_once_all_have_failed_or_given_up_the_answer_is_shown() -> None:
    state = open_table(3, own_screens=True)
    clock = clock_of(state)
    state = do(state, (2, GiveUp()))
    assert state.phase == "question" and clock_of(state) == clock
    assert not rules.legal_moves(state, Seat(2)) and rules.view(state, None).gave_up == (2,)
    state = answered(state, 0, False)
    last = step(state, 1, GiveUp())
    assert [type(fact).__name__ for fact in last.facts] == ["GaveUp", "Revealed"]
    assert last.state.phase == "revealed" and last.state.standing.scores == (-1, 0, 0)
    anew = tick(last.state)
    assert anew.phase == "question" and rules.view(anew, None).gave_up == ()


def test_a_wrong_answer_after_all_others_gave_up_shows_it_too() -> None:
    state = answered(do(open_table(own_screens=True), (0, GiveUp())), 1, False)
    assert state.phase == "revealed" and state.silent == 0


def test_what_all_give_up_counts_as_a_question_for_which_nobody_buzzed() -> None:
    state = do(open_table(own_screens=True), (0, GiveUp()), (1, GiveUp()))
    assert state.phase == "revealed" and state.silent == 1 and not state.buzzed


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (open_table(), "let the clock run"),
        (do(open_table(own_screens=True), (0, GiveUp())), "given this question up"),
        (do(open_table(own_screens=True), (0, Buzz())), "choose an answer"),
    ],
)
def test_who_cannot_give_up_hears_why(state: values.State, words: str) -> None:
    assert GiveUp() not in rules.legal_moves(state, Seat(0))
    assert words in rules.why_not(state, Seat(0), GiveUp()).text
