"""The bot: legal, quick, sees only its view, reads what others lack, and beats a greedy scorer."""

import time
from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.chance import Stream, chance_for
from games.engine.contract import Seat
from games.engine.testing import key_of
from games.telefon import bot, rules
from games.telefon.rules import PIPS, Options, Play
from games.telefon.testing import imagine
from tests.games.telefon.tables import Fixed, table

MOVE_SECONDS = 0.05
MATCHES = 1000
WHOLE = 1000
"""More games than any match has."""


def greedy(view: rules.View, plays: Sequence[Play]) -> Play:
    """The most points now; among equals the most pips."""
    board = bot.board_of(view)
    return max(plays, key=lambda play: (bot.points_of(board, play), PIPS[play.tile]))


def choice(level: str, state: rules.State, seat: Seat, chance: Stream) -> rules.AnyMove:
    moves = rules.legal_moves(state, seat)
    if len(moves) == 1 or level == "random":
        return chance.pick(moves)
    if level == "greedy":
        return greedy(rules.view(state, seat), moves)  # type: ignore[arg-type]
    return rules.bot(rules.view(state, seat), moves, chance, level)


def match(seed: int, levels: Sequence[str], games: int = WHOLE) -> rules.State:
    """A match to 100, or its first games, in which the seats play at these strengths."""
    chance = chance_for(key_of(seed), 0)
    state: rules.State = rules.deal(len(levels), Options(target=100), chance).state
    while rules.outcome(state) is None and state.game <= games:
        move = choice(levels[state.turn], state, state.turn, chance)
        state = rules.apply(state, state.turn, move, chance).state
    return state


def duel(level: str, other: str, matches: int, games: int = WHOLE) -> float:
    """The share of decided matches that the first one wins; each deal is played from both seats."""
    won = lost = 0
    for number in range(matches):
        seat = number % 2
        levels = [level, other] if seat == 0 else [other, level]
        scores = match(number // 2, levels, games).scores
        won += scores[seat] > scores[1 - seat]
        lost += scores[seat] < scores[1 - seat]
    rate = won / (won + lost)
    what = "matches to 100" if games > 1 else "single games"
    print(f"{level} against {other}: {won} won, {lost} lost of {matches} {what}: {rate:.1%}")
    return rate


@pytest.mark.parametrize(
    ("level", "other", "matches", "games", "least"),
    [
        ("sharp", "greedy", MATCHES, WHOLE, 0.60),
        # A single game of a match is a small thing, and luck is large in it.
        ("sharp", "greedy", MATCHES, 1, 0.57),
        ("sharp", "gentle", 200, WHOLE, 0.65),
        ("gentle", "random", 200, WHOLE, 0.65),
    ],
)
def test_the_stronger_wins(
    level: str,
    other: str,
    matches: int,
    games: int,
    least: float,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with capsys.disabled():
        print()
        rate = duel(level, other, matches, games)
    assert rate >= least


@pytest.mark.parametrize("teams", [False, True])
def test_with_four_sharp_wins_more_than_its_share(teams: bool) -> None:
    won = 0
    for number in range(60):
        chance = chance_for(key_of(number), 0)
        state: rules.State = rules.deal(4, Options(target=100, teams=teams), chance).state
        sharp = {number % 2, number % 2 + 2} if teams else {number % 4}
        while (outcome := rules.outcome(state)) is None:
            level = "sharp" if state.turn in sharp else "random"
            move = choice(level, state, state.turn, chance)
            state = rules.apply(state, state.turn, move, chance).state
        won += outcome.winners[0] in sharp
    # A half would be a team's share, a quarter a player's.
    assert won >= (40 if teams else 25)


def test_a_move_takes_less_than_fifty_milliseconds() -> None:
    slowest = 0.0
    for seats, hand in ((2, "default"), (2, 7), (4, 7), (3, "default")):
        chance = chance_for(key_of(seats), 0)
        options = Options(target=100, hand=hand)  # type: ignore[arg-type]
        state: rules.State = rules.deal(seats, options, chance).state
        while rules.outcome(state) is None:
            seat = state.turn
            view, moves = rules.view(state, seat), rules.legal_moves(state, seat)
            # The best of three: a busy machine is not a slow bot.
            spent = []
            for _ in range(3):
                begun = time.perf_counter()
                move = rules.bot(view, moves, chance, "sharp")
                spent.append(time.perf_counter() - begun)
            slowest = max(slowest, min(spent))
            state = rules.apply(state, seat, move, chance).state
    assert slowest < MOVE_SECONDS


def test_the_longest_reading_is_quick_as_well() -> None:
    state = table(
        ["0-1 1-2 2-4 3-5 4-6 5-6 1-6 2-6", "0-2 1-3 2-5 3-6 1-4 1-5 0-4 0-5"],
        laid="6-6",
    )
    moves = rules.legal_moves(state, Seat(0))
    spent = []
    for _ in range(3):
        begun = time.perf_counter()
        rules.bot(rules.view(state, Seat(0)), moves, Fixed(), "sharp")
        spent.append(time.perf_counter() - begun)
    assert min(spent) < MOVE_SECONDS


@pytest.mark.parametrize("level", rules.INFO.levels)
def test_what_is_hidden_changes_no_choice(level: str) -> None:
    for seed in range(40):
        chance = chance_for(key_of(seed), 0)
        state = rules.deal(3, Options(), chance).state
        for turn in range(12):
            seat = state.turn
            other = imagine(state, seat, chance)
            move = choice(level, state, seat, chance_for(key_of(seed), turn))
            assert choice(level, other, seat, chance_for(key_of(seed), turn)) == move
            state = rules.apply(state, seat, move, chance).state


def sharp(state: rules.State) -> Any:
    moves = rules.legal_moves(state, state.turn)
    return bot.choose(rules.view(state, state.turn), moves, Fixed(), "sharp")


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
def test_sharp_sees(state: rules.State, expected: Play) -> None:
    assert sharp(state) == expected


def test_what_was_shown_to_lack_is_not_expected_in_that_hand() -> None:
    state = table(["1-4 4-6", "3-6 5-6"], laid="2-4", bazar="0-1", lacks=[[], [1, 2]])
    view = rules.view(state, Seat(0))
    odds = bot.Guess(view, bot.board_of(view)).odds
    assert odds and not any({1, 2} & set(rules.HALVES[tile]) for tile in odds)
