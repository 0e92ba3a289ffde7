"""The bot: legal, quick, sees only its view, and each strength clearly beats the one below."""

import time
from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.chance import Stream, chance_for
from games.engine.contract import Outcome, Seat
from games.engine.testing import key_of
from games.forty import bot, rules
from games.forty.rules import Build, Capture, Exchange, Keep, Options, Target, Throw
from games.forty.testing import imagine
from tests.games.forty.tables import Fixed, table

MOVE_SECONDS = 0.05


def choice(level: str, state: rules.State, seat: Seat, chance: Stream) -> rules.AnyMove:
    moves = rules.legal_moves(state, seat)
    if level == "random":
        return chance.pick(moves)
    return rules.bot(rules.view(state, seat), moves, chance, level)


def match(seed: int, levels: Sequence[str]) -> Outcome:
    """A round in which the seats play at these strengths."""
    chance = chance_for(key_of(seed), 0)
    state = rules.deal(len(levels), Options(), chance).state
    while (outcome := rules.outcome(state)) is None:
        timer = rules.timer(state)
        assert timer is not None
        move = choice(levels[timer.seat], state, timer.seat, chance)
        state = rules.apply(state, timer.seat, move, chance).state
    return outcome


def duel(level: str, other: str, games: int) -> float:
    """The share of decided games that the first one wins; each deal is played from both seats."""
    won = lost = 0
    for game in range(games):
        seat = game % 2
        levels = [level, other] if seat == 0 else [other, level]
        scores = match(game // 2, levels).scores
        won += scores[seat] > scores[1 - seat]
        lost += scores[seat] < scores[1 - seat]
    rate = won / (won + lost)
    print(f"{level} against {other}: {won} won, {lost} lost of {games}: {rate:.1%}")
    return rate


@pytest.mark.parametrize(
    ("level", "other", "games", "least"),
    [
        ("sharp", "gentle", 1000, 0.70),
        ("sharp", "random", 300, 0.92),
        ("gentle", "random", 300, 0.85),
    ],
)
def test_the_stronger_wins(
    level: str, other: str, games: int, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        print()
        rate = duel(level, other, games)
    assert rate >= least


def test_with_three_sharp_wins_more_than_its_share() -> None:
    won = 0
    for game in range(240):
        seat = game % 3
        levels = ["gentle"] * 3
        levels[seat] = "sharp"
        won += seat in match(game, levels).winners
    # A third would be its share; ties count for all who share them.
    assert won >= 120


def test_a_move_takes_less_than_fifty_milliseconds() -> None:
    chance = chance_for(key_of(1), 0)
    slowest = 0.0
    for seats in (2, 3):
        state = rules.deal(seats, Options(), chance).state
        while (timer := rules.timer(state)) is not None:
            view, moves = rules.view(state, timer.seat), rules.legal_moves(state, timer.seat)
            # The best of three: a busy machine is not a slow bot.
            spent = []
            for _ in range(3):
                begun = time.perf_counter()
                move = rules.bot(view, moves, chance, "sharp")
                spent.append(time.perf_counter() - begun)
            slowest = max(slowest, min(spent))
            state = rules.apply(state, timer.seat, move, chance).state
    assert slowest < MOVE_SECONDS


@pytest.mark.parametrize("level", rules.INFO.levels)
def test_what_is_hidden_changes_no_choice(level: str) -> None:
    for seed in range(40):
        chance = chance_for(key_of(seed), 0)
        state = rules.deal(3, Options(), chance).state
        for turn in range(12):
            timer = rules.timer(state)
            assert timer is not None
            seat = timer.seat
            other = imagine(state, seat, chance)
            move = choice(level, state, seat, chance_for(key_of(seed), turn))
            assert choice(level, other, seat, chance_for(key_of(seed), turn)) == move
            state = rules.apply(state, seat, move, chance).state


def sharp(state: rules.State, seat: int = 0) -> Any:
    moves = rules.legal_moves(state, Seat(seat))
    return bot.choose(rules.view(state, Seat(seat)), moves, Fixed(), "sharp")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        # Points before plain cards.
        (table(["7D AH", "5H 5C"], loose="7C AC"), Capture("AH", Target(card="AC"))),
        # The spade of two equal targets.
        (table(["7D 2C", "5H 5C"], loose="7C 7S"), Capture("7D", Target(card="7S"))),
        # A build with a point in it, taken before another does.
        (
            table(["10S 7D", "5H 5C"], loose="7C", builds=["9C AD"]),
            Capture("10S", Target(build=("9C", "AD"))),
        ),
        # A plain card is laid down rather than an ace, 2♠ or 10♦.
        (table(["AH 2S 10D 8C", "5H 5C 6H 6C"]), Throw("8C")),
        # The very last card of all: a capture brings in the whole table.
        (table(["9H", ""], loose="9C AS AD 10D", last=1), Capture("9H", Target(card="9C"))),
        # All the other tens are seen, so only this hand can take a build of ten.
        (
            table(["4H 10S 9C", "5H 5C 6H"], loose="6C 10H 10C", piles=["", "10D"]),
            Build("4H", "6C", 10),
        ),
    ],
)
def test_sharp_sees(state: rules.State, expected: Any) -> None:
    assert sharp(state) == expected


@pytest.mark.parametrize(
    ("starter", "hand", "expected"),
    [("AD", "3H 8C 9C", Exchange()), ("6C", "3H 6D 9C", Keep())],
)
def test_the_three_is_swapped_for_something_better(starter: str, hand: str, expected: Any) -> None:
    state = table([hand, "5H", "7H"], loose=starter, starter=starter, phase="exchange")
    assert sharp(state) == expected
