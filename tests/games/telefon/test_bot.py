"""The bot: legal, quick, sees only its view, reads what others lack, and beats a greedy scorer."""

from typing import Any

import pytest

from games.engine.chance import Stream
from games.engine.contract import Seat
from games.telefon import bot, rules, values
from games.telefon.testing import imagine
from games.telefon.tiles import HALVES, PIPS
from games.telefon.values import Options, Play
from tests.games.contests import (
    MOVE_SECONDS,
    Player,
    contest,
    hidden_changes_nothing,
    highest,
    match,
    quickest,
    slowest_move,
)
from tests.games.telefon.tables import Fixed, table

QUICK = Options(target=100)


def greedy(state: values.State, seat: Seat, chance: Stream) -> values.AnyMove:
    """The most points now; among equals the most pips."""
    moves = rules.legal_moves(state, seat)
    plays = [move for move in moves if isinstance(move, Play)]
    if not plays:
        return moves[0]
    board = state.board
    return max(plays, key=lambda play: (bot.points_now(board, play), PIPS[play.tile]))


def test_sharp_beats_a_greedy_scorer_in_single_games(capsys: pytest.CaptureFixture[str]) -> None:
    """The first game of a match: who has more points after it has won it."""
    result = contest(
        rules,
        Options(),
        "sharp",
        greedy,
        1000,
        is_over=lambda state: state.game > 1,
        best=lambda state: highest(state.scores),
    )
    with capsys.disabled():
        print(f"\nsharp against a greedy scorer, single games: {result}")
    assert result.of_all >= 0.60


@pytest.mark.parametrize(
    ("level", "other", "matches", "least"),
    [
        ("sharp", greedy, 100, 0.60),
        ("sharp", "gentle", 100, 0.65),
        ("gentle", "random", 100, 0.65),
    ],
)
def test_the_stronger_wins_matches(
    level: str, other: Player, matches: int, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    result = contest(rules, QUICK, level, other, matches)
    with capsys.disabled():
        name = other if isinstance(other, str) else "a greedy scorer"
        print(f"\n{level} against {name}, matches to 100: {result}")
    assert result.of_all >= least


@pytest.mark.parametrize(("teams", "least"), [(False, 15), (True, 24)])
def test_with_four_sharp_wins_more_than_its_share(teams: bool, least: int) -> None:
    """Of 36 matches a half would be a team's share, a quarter a player's."""
    won = 0
    for number in range(36):
        sharp = {number % 2, number % 2 + 2} if teams else {number % 4}
        players = ["sharp" if seat in sharp else "random" for seat in range(4)]
        outcome = rules.outcome(match(rules, Options(target=100, teams=teams), players, number))
        assert outcome is not None
        won += outcome.winners[0] in sharp
    assert won >= least


@pytest.mark.parametrize(
    ("seats", "hand", "teams"),
    [(2, "default", False), (3, "default", False), (4, 7, False), (4, "default", True)],
)
def test_a_move_takes_less_than_fifty_milliseconds(seats: int, hand: Any, teams: bool) -> None:
    options = Options(target=100, hand=hand, teams=teams)
    assert slowest_move(rules, options, seats) < MOVE_SECONDS


def test_the_longest_reading_is_quick_as_well() -> None:
    state = table(
        ["0-1 1-2 2-4 3-5 4-6 5-6 1-6 2-6", "0-2 1-3 2-5 3-6 1-4 1-5 0-4 0-5"],
        laid="6-6",
    )
    assert quickest(lambda: sharp(state))[0] < MOVE_SECONDS


@pytest.mark.parametrize("level", rules.INFO.levels)
def test_what_is_hidden_changes_no_choice(level: str) -> None:
    hidden_changes_nothing(rules, imagine, Options(), 3, level, seeds=20)


def sharp(state: values.State) -> Any:
    moves = rules.legal_moves(state, state.turn)
    return bot.bot(rules.view(state, state.turn), moves, Fixed(), "sharp")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        # Ten points rather than none.
        (
            table(["4-5 1-5 0-0", "6-6 1-1 2-2"], laid="3-5 3-3>left", bazar="0-1 0-2"),
            Play("4-5", "right"),
        ),
        # The next player has shown to have no 1 and no 2: that is what is left to them.
        (
            table(
                ["1-4 4-6 0-0", "3-6 5-6 3-5 5-5"],
                laid="2-4",
                bazar="0-1 0-2 2-2 1-1 0-5",
                lacks=[[], [1, 2]],
            ),
            Play("1-4", "right"),
        ),
        # All is known: going out now with the bonus beats five points more and a reply.
        (table(["4-6", "6-6 5-5"], laid="2-4 2-6>left"), Play("4-6", "left")),
    ],
)
def test_sharp_sees(state: values.State, expected: Play) -> None:
    assert sharp(state) == expected


def test_what_was_shown_to_lack_is_not_expected_in_that_hand() -> None:
    state = table(["1-4 4-6", "3-6 5-6"], laid="2-4", bazar="0-1", lacks=[[], [1, 2]])
    view = rules.view(state, Seat(0))
    odds = bot.Evaluator(view).odds
    assert odds and not any({1, 2} & set(HALVES[tile]) for tile in odds)
