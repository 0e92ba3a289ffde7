"""The end of a game and of a match: bonus, limit, blocked games, ties, teams."""

from typing import Any

import pytest

from games.engine.contract import Seat
from games.telefon import rules, values
from games.telefon.scoring import limit_of
from games.telefon.values import FinishedGame, GameTied, GameWon, Pass, Play
from tests.games.telefon.tables import board_of, played, table

LAST = Play("1-2", "left")
"""Laid at 2-3 it leaves 1 and 3: no points of its own."""


def won(scores: list[int], against: str, **more: Any) -> values.State:
    """Seat 0 plays its last tile while seat 1 holds these."""
    return played(table(["1-2", against], laid="2-3", scores=scores, **more), LAST).state


@pytest.mark.parametrize(
    ("score", "against", "target", "bonus"),
    [
        (0, "4-4 2-3", 365, 15),  # 13 → 15
        (0, "6-6 5-6 5-5 3-5", 365, 45),  # 41 → 45
        (0, "4-4", 365, 10),  # 8 → 10
        (0, "5-5", 365, 10),  # a multiple stays
        (0, "0-0", 365, 0),
        (290, "6-6 5-6 5-5 3-5", 365, 10),  # 290 + 45 is 300
        (295, "6-6 5-6 5-5 3-5", 365, 5),
        (255, "6-6 5-6 5-5 3-5", 365, 45),
        (300, "6-6", 365, 0),
        (310, "6-6", 365, 0),
        (150, "6-6", 200, 10),
        (160, "6-6", 200, 0),
        (70, "6-6", 100, 10),
        (80, "6-6", 100, 0),
    ],
)
def test_the_bonus_is_rounded_up_and_stops_at_the_limit(
    score: int, against: str, target: int, bonus: int
) -> None:
    state = won([score, 0], against, target=target)
    assert state.scores == (score + bonus, 0)
    assert state.games[-1].bonus == bonus


@pytest.mark.parametrize(("target", "limit"), [(365, 300), (200, 160), (100, 80)])
def test_the_limit_is_scaled_with_the_target(target: Any, limit: int) -> None:
    assert limit_of(values.Options(target=target)) == limit


def test_the_last_tile_scores_first_then_comes_the_bonus() -> None:
    # 4-5 makes 10: 295 becomes 305, and above the limit there is no bonus.
    state = table(["4-5", "6-6"], laid="3-5 3-3>left", scores=[295, 0])
    step = played(state, Play("4-5", "right"))
    assert step.state.scores == (305, 0)
    assert [type(fact).__name__ for fact in step.facts] == ["Played", "GameWon", "Dealt"]
    assert step.facts[1] == GameWon(game=1, seat=Seat(0), why="empty", pips=12, bonus=0, score=305)
    assert step.state.last_score == 10


def test_with_three_all_opponents_count() -> None:
    state = table(["1-2", "4-4", "2-3"], laid="3-5 2-5>right")
    after = played(state, Play("1-2", "right")).state
    assert after.scores == (15, 0, 0)


def test_the_next_game_is_dealt_at_once_and_the_winner_opens_with_any_tile() -> None:
    state = table(["4-4", "1-2"], laid="2-3", turn=1)
    after = played(state, LAST).state
    assert (after.game, after.turn, after.opener, after.must) == (2, 1, 1, None)
    assert after.board == values.Board()
    assert [len(hand) for hand in after.hands] == [7, 7]
    assert len(rules.legal_moves(after, Seat(1))) == 7


def test_the_finished_game_stays_in_the_view() -> None:
    view = rules.view(won([0, 0], "4-4 2-5"), None)
    assert view.games == (FinishedGame(Seat(0), "empty", 15, ((), ("4-4", "2-5"))),)
    assert view.last_board is not None
    assert view.last_board.centre == "2-3"
    assert [laid.tile for laid in view.last_board.chains.left] == ["1-2"]
    assert view.last_board.points == 0


# ---- Blocked -----------------------------------------------------------------------------------


def blocked(hands: list[str], **more: Any) -> values.State:
    """The last of them passes. Nobody holds a 2 or a 3."""
    turn = more.pop("turn", len(hands) - 1)
    state = table(hands, laid="2-3", passes=len(hands) - 1, turn=turn, **more)
    return played(state, Pass()).state


def test_the_example_of_a_blocked_game() -> None:
    # Seven, thirteen and nine pips; 22 are rounded up to 25.
    state = blocked(["1-6", "6-6 0-1", "4-5"], scores=[250, 0, 0])
    assert state.scores == (275, 0, 0)
    assert state.games[-1].winner == 0
    assert state.games[-1].why == "blocked"
    assert state.turn == 0


def test_it_takes_a_pass_from_everybody_in_a_row() -> None:
    state = table(["1-6", "6-6", "4-5"], laid="2-3")
    for seat in range(2):
        state = played(state, Pass()).state
        assert (state.game, state.passes) == (1, seat + 1)
    assert played(state, Pass()).state.game == 2


@pytest.mark.parametrize("opener", [0, 1, 2])
def test_equally_few_pips_nobody_wins_and_the_same_opens(opener: int) -> None:
    state = blocked(["1-6", "0-0 1-4", "0-5"], opener=opener)
    assert state.games[-1] == FinishedGame(None, "blocked", 0, (("1-6",), ("0-0", "1-4"), ("0-5",)))
    assert state.scores == (0, 0, 0)
    assert (state.turn, state.must) == (opener, None)
    assert len(rules.legal_moves(state, state.turn)) == 5


def test_a_tie_is_told() -> None:
    state = table(["1-4", "0-5"], laid="2-3", passes=1, turn=1)
    step = played(state, Pass())
    assert step.facts[1] == GameTied(game=1, pips=5)


def test_the_limit_holds_for_a_blocked_game_too() -> None:
    assert blocked(["0-0", "6-6"], scores=[295, 0]).scores == (300, 0)


# ---- Teams -------------------------------------------------------------------------------------


def test_in_teams_only_the_opponents_pips_count() -> None:
    hands = ["1-2", "4-4", "6-6", "1-4"]
    state = played(table(hands, laid="2-3", teams=True), LAST).state
    assert state.scores == (15, 0)  # 8 + 5, not the partner's 12
    assert state.games[-1].winner == 0


@pytest.mark.parametrize(
    ("hands", "winner", "scores"),
    [
        # The fewest pips win it for the team.
        (["6-6", "5-6", "0-1", "4-4"], 2, (20, 0)),
        (["6-6", "0-1", "4-4", "5-6"], 1, (0, 20)),
        # Equally few within one team: it still wins, and the lower seat opens.
        (["0-5", "5-6", "1-4", "4-4"], 0, (20, 0)),
        (["5-6", "0-5", "4-4", "1-4"], 1, (0, 20)),
        # Across the teams nobody wins.
        (["0-5", "1-4", "6-6", "4-4"], None, (0, 0)),
    ],
)
def test_a_blocked_game_of_teams(
    hands: list[str], winner: int | None, scores: tuple[int, int]
) -> None:
    state = blocked(hands, teams=True, opener=3)
    assert state.games[-1].winner == winner
    assert state.scores == scores
    assert state.turn == (3 if winner is None else winner)


def test_the_limit_and_the_target_look_at_the_team() -> None:
    hands = ["1-2", "6-6", "0-4", "5-6"]
    state = played(table(hands, laid="2-3", teams=True, scores=[290, 0]), LAST).state
    assert state.scores == (300, 0)
    over = played(table(hands, laid="2-3", teams=True, scores=[365, 0]), LAST).state
    outcome = rules.outcome(over)
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((1, 2, 1, 2), (365, 0, 365, 0))
    assert outcome.winners == (0, 2)


# ---- The match ---------------------------------------------------------------------------------


def test_reaching_the_target_does_not_stop_the_game() -> None:
    state = table(["4-5 0-0", "6-6"], laid="3-5 3-3>left", scores=[360, 0])
    after = played(state, Play("4-5", "right")).state
    assert after.scores == (370, 0)
    assert (after.phase, rules.outcome(after)) == ("play", None)


@pytest.mark.parametrize(
    ("scores", "over"),
    [
        ([365, 0], True),
        ([300, 370], True),
        ([370, 368], True),
        ([360, 364], False),
        # Equal highest: another game is played.
        ([370, 370], False),
    ],
)
def test_after_the_game_the_highest_wins(scores: list[int], over: bool) -> None:
    state = won(scores, "6-6")
    # The winner of this game has no bonus above the limit.
    assert (rules.outcome(state) is not None) == over
    assert (state.phase == "over") == over
    if over:
        outcome = rules.outcome(state)
        assert outcome is not None
        assert outcome.winners == (Seat(scores.index(max(scores))),)
        assert outcome.scores == tuple(scores)
        view = rules.view(state, Seat(1))
        assert (view.turn, view.phase) == (None, "over")
        assert view.last_board is not None and view.last_board.centre == "2-3"
        assert view.centre == "2-3", "the last board stays on the table"
        assert rules.timer(state) is None
        assert rules.legal_moves(state, Seat(0)) == ()


@pytest.mark.parametrize("target", [200, 100])
def test_shorter_matches(target: Any) -> None:
    assert won([target, 0], "6-6", target=target).phase == "over"
    assert won([0, target - 5], "6-6", target=target).phase == "play"


def test_equal_highest_of_three_go_on_even_beyond_the_target() -> None:
    state = table(["1-2", "6-6", "5-5"], laid="2-3", scores=[0, 380, 380])
    after = played(state, LAST).state
    assert (after.phase, after.game) == ("play", 2)
    assert board_of("2-3 1-2>left") == after.last_board
