"""The server's own player: as good as its strength says, and blind to the answer until it must."""

from collections import Counter

import msgspec
import pytest

from games.alalab import bot, rules, values
from games.alalab.values import Answer, Buzz, Fate
from games.engine.chance import chance_for
from games.engine.contract import Seat
from tests.games.alalab.tables import do, open_table

LEVELS = rules.INFO.levels
RIGHT = {
    # of a hundred answers it gives, by strength and difficulty
    ("gentle", 1): 68,
    ("gentle", 2): 60,
    ("gentle", 3): 50,
    ("steady", 1): 82,
    ("steady", 2): 78,
    ("steady", 3): 71,
    ("sharp", 1): 92,
    ("sharp", 2): 90,
    ("sharp", 3): 88,
}


def asked(difficulty: int, fate: Fate, answer: int = 2) -> values.State:
    state = open_table()
    assert state.question is not None
    question = msgspec.structs.replace(state.question, difficulty=difficulty, answer=answer)
    return msgspec.structs.replace(state, question=question, fates=(fate, fate))


@pytest.mark.parametrize(("level", "difficulty"), RIGHT)
def test_accuracy_is_calibrated(level: str, difficulty: int) -> None:
    """Over every luck there is: exact, so nothing here is left to chance."""
    answers = Counter[bool]()
    for luck in range(100):
        for error in range(3):
            state = asked(difficulty, Fate(luck, error, 0))
            if rules.bot_pause(state, Seat(0), level) is None:
                continue
            state = do(state, (0, Buzz()))
            moves = rules.legal_moves(state, Seat(0))
            view = rules.bot_view(state, Seat(0), level)
            move = rules.bot(view, moves, chance_for(bytes(32), 0), level)
            assert isinstance(move, Answer)
            answers[move.choice == 2] += 1
    share = 100 * answers[True] / answers.total()
    print(f"{level}, difficulty {difficulty}: buzzes {answers.total() / 3:.0f}, right {share:.0f}")
    assert abs(share - RIGHT[level, difficulty]) < 1


@pytest.mark.parametrize("level", LEVELS)
def test_when_it_buzzes_does_not_depend_on_the_answer(level: str) -> None:
    for luck in range(0, 100, 7):
        views, pauses = set(), set()
        for answer in range(4):
            state = asked(2, Fate(luck, 1, luck), answer)
            pauses.add(rules.bot_pause(state, Seat(0), level))
            views.add(msgspec.json.encode(rules.bot_view(state, Seat(0), level)))
        assert len(views) == len(pauses) == 1


def test_the_sharp_one_is_quicker() -> None:
    def pauses(level: str) -> list[float]:
        states = [asked(1, Fate(0, 0, delay)) for delay in range(100)]
        found = [rules.bot_pause(state, Seat(0), level) for state in states]
        return [pause for pause in found if pause is not None]

    gentle, sharp = pauses("gentle"), pauses("sharp")
    assert len(gentle) == len(sharp) == 100
    assert min(gentle) > min(sharp) and max(gentle) > max(sharp)
    assert max(gentle) * 1.2 < rules.BUZZ_SECONDS, "it buzzes before the answer is shown"


def test_no_seats_own_view_tells_what_came_to_mind() -> None:
    state = do(asked(1, Fate(0, 0, 0)), (0, Buzz()))
    for seat in (Seat(0), Seat(1), None):
        view = rules.view(state, seat)
        assert (view.feeling, view.delay, view.hunch) == (None, None, None)
    assert rules.bot_view(state, Seat(0), "sharp").hunch == 2
    assert rules.bot_view(state, Seat(1), "sharp").hunch is None, "it is not its turn to answer"


def test_a_hunch_that_is_struck_out_is_not_answered() -> None:
    state = asked(3, Fate(luck=65, error=0, delay=0), answer=2)
    state = msgspec.structs.replace(state, struck=(0,), failed=(Seat(1),))
    state = do(state, (0, Buzz()))
    view = rules.bot_view(state, Seat(0), "sharp")
    assert view.hunch == 0
    move = rules.bot(view, rules.legal_moves(state, Seat(0)), chance_for(bytes(32), 0), "sharp")
    assert move != Answer(0)


@pytest.mark.parametrize("level", LEVELS)
def test_it_never_acts_as_a_referee_or_out_of_turn(level: str) -> None:
    state = open_table(referee=True)
    assert rules.bot_pause(state, Seat(2), level) is None
    owned = do(state, (0, Buzz()))
    assert rules.bot_pause(owned, Seat(1), level) is None
    assert rules.bot_pause(owned, Seat(0), level) == bot.THINKS


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_without_an_idea_gives_up_where_one_can(level: str) -> None:
    plain = asked(3, Fate(99, 0, 0))
    assert rules.bot_pause(plain, Seat(0), level) is None
    state = msgspec.structs.replace(plain, gave_up=())
    assert (rules.bot_pause(state, Seat(0), level) or 0) > 1
    view, moves = rules.bot_view(state, Seat(0), level), rules.legal_moves(state, Seat(0))
    assert rules.bot(view, moves, chance_for(bytes(32), 0), level) == values.GiveUp()
    gone = do(state, (0, values.GiveUp()))
    assert rules.bot_pause(gone, Seat(0), level) is None
