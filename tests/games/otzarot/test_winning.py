"""The final round: who starts it, how it ends, and when play goes on."""

import pytest

from games.engine.contract import Seat
from games.otzarot import rules, values
from games.otzarot.values import Roll, Stop
from tests.games.otzarot.tables import played, ready, table

WORTH_400 = "coin*2 diamond monkey*3 parrot skull"


@pytest.mark.parametrize(
    ("target", "before", "final"),
    [
        (8000, 7600, (1, 2)),
        (8000, 7500, None),
        (5000, 4600, (1, 2)),
        (3000, 2599, None),
    ],
)
def test_who_ends_their_turn_at_the_target_starts_the_final_round(
    target: int, before: int, final: tuple[int, ...] | None
) -> None:
    state = table("sorceress", WORTH_400, scores=(before, 0, 0), target=target)
    step = played(state, Stop())
    assert step.state.final_round == final
    assert step.state.phase == "draw"
    began = [fact for fact in step.facts if isinstance(fact, values.FinalRoundBegan)]
    assert bool(began) == (final is not None)


def test_everybody_else_has_exactly_one_more_turn() -> None:
    state = table("sorceress", WORTH_400, scores=(100, 100, 8100, 0), turn=3, final=(3, 0, 1))
    step = played(state, Stop())
    assert (step.state.turn, step.state.final_round) == (0, (0, 1))
    last = table("sorceress", WORTH_400, scores=(100, 100, 8100, 0), turn=1, final=(1,))
    step = played(last, Stop())
    assert step.state.phase == "over"
    outcome = rules.outcome(step.state)
    assert outcome is not None
    assert outcome.scores == (100, 500, 8100, 0)
    assert outcome.places == (3, 2, 1, 4)
    assert rules.view(step.state, None).turn is None
    assert rules.timer(step.state) is None


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((8000, 7500), (0,)),
        # Overtaken in the final round.
        ((8000, 7700), (1,)),
        # Equal highest scores share the win.
        ((8000, 7600), (0, 1)),
    ],
)
def test_the_highest_score_wins(scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    step = played(table("sorceress", WORTH_400, scores=scores, turn=1, final=(1,)), Stop())
    outcome = rules.outcome(step.state)
    assert outcome is not None and outcome.winners == winners


def test_an_island_may_throw_everybody_below_and_play_goes_on() -> None:
    state = ready("captain", scores=(8100, 500, 0), turn=2, final=(2,))
    state = played(state, Roll(), "skull*4 coin*4").state
    step = played(state, Roll(), "coin*4")
    assert step.state.scores == (7300, -300, 0)
    assert step.state.phase == "draw"
    assert step.state.final_round is None
    # With the player who had started the final round.
    assert step.state.turn == 0
    assert step.facts[-1] == values.PlayWentOn(seat=Seat(0))
    assert rules.outcome(step.state) is None


def test_a_gift_of_zombies_starts_no_final_round() -> None:
    step = played(ready("zombie", scores=(0, 7900)), Roll(), "skull*4 swords*4")
    assert step.state.scores == (0, 9100)
    assert step.state.final_round is None
    # At the end of their own turn it does, whatever that turn brought.
    state = table("sorceress", "skull*2 coin*6", scores=(0, 9100), turn=1)
    step = played(state, values.Reroll((2, 3)), "skull*2")
    assert step.state.final_round == (0,)


def test_a_gift_of_zombies_in_the_final_round_may_win() -> None:
    state = ready("zombie", scores=(8000, 7000, 0), turn=2, final=(2,))
    step = played(state, Roll(), "skull*4 swords*4")
    outcome = rules.outcome(step.state)
    assert outcome is not None
    assert outcome.scores == (8600, 7600, 0)


def test_scores_have_no_floor() -> None:
    step = played(ready("sea_battle_4", scores=(-500, 0)), Roll(), "skull*3 coin*5")
    assert step.state.scores == (-1500, 0)
