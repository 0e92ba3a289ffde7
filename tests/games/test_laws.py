"""The laws of `games/engine/testing.py`, on every game there is. No game is named here.

At least SEEDS matches of every game, spread over the numbers of players and the options, are played
once each, and every law looks at each of them; the costly ones look at a few moments of a match
instead of all.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any

import pytest

from games import registry
from games.engine import defaults, testing
from games.engine.chance import Stream, chance_for
from games.engine.contract import Rules
from games.engine.self_play import PlayedMatch, by_bot, key_of, play_match, settings

SEEDS = 200
BOT_SEEDS = 12
MOMENTS = 6
STRAYS = 12

every_game = pytest.mark.parametrize("key", registry.game_keys())


def tables(rules: Rules, seeds: int) -> Iterator[tuple[int, Any, int]]:
    """(seats, options, seed): every setting in turn until the seeds are used up."""
    every = list(settings(rules))
    numbers = count()
    for _ in range(-(-seeds // len(every))):
        for seats, options in every:
            yield seats, options, next(numbers)


class Sample:
    """A match, a few of its states with the first and the last, and moves that belong elsewhere."""

    def __init__(self, game: registry.Game, match: PlayedMatch, chance: Stream) -> None:
        self.rules, self.kit, self.match, self.chance = game.rules, game.kit, match, chance
        middle = chance.shuffle(match.moments[1:])[: MOMENTS - 2]
        # A match may be decided by its deal.
        self.states = [*(m.state for m in (*match.moments[:1], *middle)), match.end]
        some = chance.shuffle(match.moments)[:STRAYS]
        self.stray = [chance.pick(self.rules.legal_moves(m.state, m.seat)) for m in some]


# ---- Each law, as it looks at one match; some count what they saw -------------------------------


def somebody_may_act_exactly_until_the_end(sample: Sample) -> None:
    for state in sample.match.states:
        testing.always_somebody_to_act(sample.rules, state, sample.match.seats)


def the_same_key_and_moves_give_the_same_match(sample: Sample) -> None:
    testing.the_same_again(sample.rules, sample.match)


def a_deserted_table_ends(sample: Sample) -> None:
    match = sample.match
    end = testing.a_deserted_table_ends(sample.rules, match.seats, match.options, match.key)
    assert sample.rules.outcome(end) is not None


def secrets_stay_secret(sample: Sample) -> int:
    return sum(
        testing.secrets_stay_secret(
            sample.rules, sample.kit, state, sample.match.seats, sample.chance, sample.stray
        )
        for state in sample.states
    )


def legal_moves_pass_and_all_others_are_refused(sample: Sample) -> None:
    for state in sample.states:
        testing.only_legal_moves_pass(
            sample.rules, state, sample.match.seats, sample.chance, sample.stray
        )


def nothing_appears_or_vanishes(sample: Sample) -> None:
    testing.nothing_appears_or_vanishes(sample.kit, sample.match.states)


def facts_survive_the_wire(sample: Sample) -> None:
    testing.facts_are_sound(sample.rules, sample.match)


Law = Callable[[Sample], int | None]

LAWS: list[Law] = [
    somebody_may_act_exactly_until_the_end,
    the_same_key_and_moves_give_the_same_match,
    a_deserted_table_ends,
    secrets_stay_secret,
    legal_moves_pass_and_all_others_are_refused,
    nothing_appears_or_vanishes,
    facts_survive_the_wire,
]


@dataclass
class Inspection:
    """All matches of a game as the laws found them."""

    matches: int = 0
    seen: Counter[Law] = field(default_factory=Counter)
    broken: dict[Law, BaseException] = field(default_factory=dict)
    """The first time that a law was broken."""


@cache
def inspection(key: str) -> Inspection:
    """Plays every match of the game, once, and shows it to all laws."""
    game, found = registry.game(key), Inspection()
    for seats, options, seed in tables(game.rules, SEEDS):
        match = play_match(game.rules, seats, options, seed)
        sample = Sample(game, match, chance_for(key_of(seed + 2_000_000), 0))
        found.matches += 1
        for law in LAWS:
            if law not in found.broken:
                try:
                    found.seen[law] += law(sample) or 0
                except Exception as error:
                    error.add_note(f"{key}, {seats} seats, seed {seed}, {options}")
                    found.broken[law] = error
    return found


def test_there_are_games() -> None:
    assert registry.game_keys()


@every_game
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(key: str, law: Law) -> None:
    found = inspection(key)
    assert found.matches >= SEEDS
    if law in found.broken:
        raise found.broken[law]


@every_game
def test_secrets_were_there_to_be_told(key: str) -> None:
    """Were the imagined states the true ones, nothing would have been compared."""
    different = inspection(key).seen[secrets_stay_secret]
    print(f"{key}: {different} pairs of states told apart by nothing that a seat gets")
    imagined = registry.game(key).kit.imagine is not defaults.imagine
    assert different >= SEEDS * MOMENTS // 2 or not imagined


@every_game
def test_every_strength_of_the_bot_plays_to_the_end(key: str) -> None:
    rules = registry.rules_for(key)
    for level in rules.INFO.levels:
        for seats, options, seed in tables(rules, BOT_SEEDS):
            end = play_match(rules, seats, options, seed, by_bot(rules, level)).end
            assert rules.outcome(end) is not None
