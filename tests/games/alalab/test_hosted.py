"""A table with a host: any order, any time, and a slip can be taken back."""

import itertools

import pytest

from games.alalab import rules, values
from games.alalab.values import Card, Finish, Judge, Reveal, Show, Undo
from games.engine.contract import CLOCK, Seat
from games.engine.errors import GameOver, IllegalMove, NotYourTurn
from tests.games.alalab.tables import BANK, do, hosted_table, kinds, step, tick, with_scores

HOST = 2
WIN = [(HOST, Judge(Seat(0), True))] * 10


def test_the_host_sits_last_and_nobody_else_may_act() -> None:
    state = hosted_table()
    assert rules.view(state, None).phase == "hosted"
    assert not rules.legal_moves(state, Seat(0)) and not rules.legal_moves(state, Seat(1))
    assert kinds(rules.legal_moves(state, Seat(HOST))) == ["Judge", "Card", "Show"]
    with pytest.raises(NotYourTurn):
        step(state, 0, values.Buzz())


def test_scores_cards_and_undo_to_the_start() -> None:
    start = hosted_table(3)
    state = do(
        start,
        (3, Judge(Seat(0), True)),
        (3, Card(Seat(1), "yellow")),
        (3, Judge(Seat(2), False)),
        (3, Card(Seat(1), "red")),
    )
    assert state.standing.scores == (1, -4, -1)
    assert state.standing.cards == ((), ("yellow", "red"), ())
    for scores in ((1, -1, -1), (1, -1, 0), (1, 0, 0), (0, 0, 0)):
        state = do(state, (3, Undo()))
        assert state.standing.scores == scores
    assert state.standing == start.standing
    assert Undo() not in rules.legal_moves(state, Seat(3))
    with pytest.raises(IllegalMove, match="nothing to take back"):
        step(state, 3, Undo())


def test_undo_takes_back_the_phase_but_never_a_question() -> None:
    acts = [(HOST, Judge(Seat(p), True)) for p in (0, 1) for _ in range(9)]
    state = do(hosted_table(), *acts)
    assert state.standing.death == 1
    state = do(state, (HOST, Show()), (HOST, Undo()))
    assert state.standing.death is None and state.number == 1 and state.question is not None


def test_a_win_waits_for_the_host() -> None:
    state = do(hosted_table(), *WIN)
    assert state.phase == "decided" and rules.outcome(state) is None
    assert rules.view(state, None).winner == 0
    assert rules.legal_moves(state, Seat(HOST)) == (Finish(), Undo())
    with pytest.raises(IllegalMove, match="take the last point back"):
        step(state, HOST, Judge(Seat(1), True))
    undone = do(state, (HOST, Undo()))
    assert undone.phase == "hosted" and undone.standing.scores == (9, 0)
    over = do(state, (HOST, Finish()))
    outcome = rules.outcome(over)
    assert outcome is not None and outcome.places == (1, 2, None) and outcome.scores == (10, 0)


def test_after_thirty_seconds_the_win_stands_by_itself() -> None:
    state = do(hosted_table(), *WIN)
    timer = rules.timer(state)
    assert timer is not None and (timer.seconds, timer.seat, timer.move) == (30, CLOCK, Finish())
    assert rules.outcome(tick(state)).winners == (0,)  # type: ignore[union-attr]


def test_the_idle_clock_starts_anew_with_every_act_and_abandons() -> None:
    state = hosted_table()
    clocks = set()
    for move in (Show(), Judge(Seat(0), True), Undo(), Card(Seat(1), "red"), Reveal()):
        state = do(state, (HOST, move))
        timer = rules.timer(state)
        assert timer is not None and timer.seconds == 1800
        clocks.add(timer.clock)
    assert len(clocks) == 5
    over = tick(state)
    outcome = rules.outcome(over)
    assert outcome is not None and outcome.places == () and over.phase == "over"
    with pytest.raises(GameOver):
        step(over, HOST, Show())


def test_only_the_host_sees_the_answer_before_it_is_shown() -> None:
    state = do(hosted_table(), (HOST, Show()))
    assert state.question is not None
    seen = [rules.view(state, seat).question for seat in (Seat(0), Seat(1), None, Seat(HOST))]
    assert [one.answer for one in seen if one] == [None, None, None, state.question.answer]
    state = do(state, (HOST, Reveal()))
    assert rules.view(state, None).question.answer == state.question.answer  # type: ignore[union-attr]
    with pytest.raises(IllegalMove, match="already shown"):
        step(state, HOST, Reveal())


def test_a_host_with_a_paper_quiz_needs_no_questions() -> None:
    state = rules.deal(3, values.Options(mode="hosted", bank=BANK[:1]), chance_of()).state
    shown = do(state, (HOST, Show()))
    assert shown.question == BANK[0]
    assert do(shown, (HOST, Show())).number == 2, "the only one comes again"
    with pytest.raises(IllegalMove, match="No question is shown"):
        step(state, HOST, Reveal())


def test_questions_are_shuffled_anew_and_never_twice_running() -> None:
    state = hosted_table()
    ids = []
    for number in range(1, 61):
        state = step(state, HOST, Show(), number).state
        assert state.question is not None
        ids.append(state.question.id)
    for start in range(0, 60, len(BANK)):
        assert len(set(ids[start : start + len(BANK)])) == len(BANK)
    assert all(one != other for one, other in itertools.pairwise(ids))


def test_a_judgement_carries_the_question_that_is_open() -> None:
    state = hosted_table()
    assert step(state, HOST, Judge(Seat(0), True)).facts[0].question is None
    state = do(state, (HOST, Show()))
    assert state.question is not None
    assert step(state, HOST, Judge(Seat(0), True)).facts[0].question == state.question.id
    state = do(state, (HOST, Reveal()))
    assert step(state, HOST, Judge(Seat(0), True)).facts[0].question is None


@pytest.mark.parametrize("players", [2, 3])
def test_the_number_of_chairs(players: int) -> None:
    state = hosted_table(players)
    assert state.players == players
    assert len(rules.view(state, None).scores) == players


def test_the_second_row_of_the_table_through_the_door() -> None:
    state = with_scores(hosted_table(), 12, 9, death=1)
    over = do(state, (HOST, Card(Seat(1), "yellow")))
    assert over.phase == "decided" and over.standing.death is None and over.standing.winner == 0


def chance_of():
    from tests.games.alalab.tables import chance

    return chance()
