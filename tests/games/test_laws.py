"""The laws of `games/engine/testing.py`, on every game there is. No game is named here.

Each law sees at least SEEDS matches of every game, spread over the numbers of players and the
options; the costly ones look at a few moments of each match instead of all.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from games import registry
from games.engine import defaults, testing
from games.engine.chance import Stream, chance_for
from games.engine.contract import Rules

SEEDS = 200
BOT_SEEDS = 24
MOMENTS = 6
STRAYS = 12

every_game = pytest.mark.parametrize("key", registry.game_keys())


def matches(rules: Rules, seeds: int = SEEDS) -> Iterator[tuple[int, Any, int]]:
    """(players, options, seed): every setting in turn until the seeds are used up."""
    settings = list(testing.settings(rules))
    rounds = -(-seeds // len(settings))
    numbers = count()
    for _ in range(rounds):
        for players, options in settings:
            yield players, options, next(numbers)


def moments_of(
    rules: Rules, players: int, options: Any, seed: int
) -> tuple[list[Any], list[Any], Stream]:
    """A few states of a match with the first and the last, and moves that belong elsewhere."""
    chance = chance_for(testing.key_of(seed + 2_000_000), 0)
    moments, end = testing.match_of(rules, players, options, seed)
    middle = chance.shuffle(moments[1:])[: MOMENTS - 2]
    # A match may be decided by its deal.
    states = [*(moment.state for moment in (*moments[:1], *middle)), end]
    listed = [rules.legal_moves(m.state, m.seat) for m in chance.shuffle(moments)[:STRAYS]]
    return states, [chance.pick(moves) for moves in listed], chance


def test_there_are_games() -> None:
    assert registry.game_keys()


@every_game
def test_somebody_may_act_exactly_until_the_end(key: str) -> None:
    rules = registry.rules_for(key)
    for players, options, seed in matches(rules):
        moments, end = testing.match_of(rules, players, options, seed)
        for state in [*(moment.state for moment in moments), end]:
            testing.always_somebody_to_act(rules, state, players)


@every_game
def test_the_same_key_and_moves_give_the_same_match(key: str) -> None:
    rules = registry.rules_for(key)
    for players, options, seed in matches(rules):
        testing.the_same_again(rules, players, options, seed)


@every_game
def test_a_deserted_table_ends(key: str) -> None:
    rules = registry.rules_for(key)
    for players, options, seed in matches(rules):
        end = testing.a_deserted_table_ends(rules, players, options, seed)
        assert rules.outcome(end) is not None


@every_game
def test_secrets_stay_secret(key: str) -> None:
    rules, kit = registry.rules_for(key), registry.game(key).kit
    different = 0
    for players, options, seed in matches(rules):
        states, stray, chance = moments_of(rules, players, options, seed)
        for state in states:
            different += testing.secrets_stay_secret(rules, kit, state, players, chance, stray)
    print(f"{key}: {different} pairs of states told apart by nothing that a seat gets")
    # Were the imagined states the true ones, nothing would have been compared.
    assert different >= SEEDS * MOMENTS // 2 or kit.imagine is defaults.imagine


@every_game
def test_legal_moves_pass_and_all_others_are_refused(key: str) -> None:
    rules = registry.rules_for(key)
    for players, options, seed in matches(rules):
        states, stray, chance = moments_of(rules, players, options, seed)
        for state in states:
            testing.only_legal_moves_pass(rules, state, players, chance, stray)


@every_game
def test_nothing_appears_or_vanishes(key: str) -> None:
    rules, kit = registry.rules_for(key), registry.game(key).kit
    for players, options, seed in matches(rules):
        moments, end = testing.match_of(rules, players, options, seed)
        testing.nothing_appears_or_vanishes(kit, [*(m.state for m in moments), end])


@every_game
def test_facts_survive_the_wire(key: str) -> None:
    rules = registry.rules_for(key)
    for players, options, seed in matches(rules):
        testing.facts_are_sound(rules, players, options, seed)


@every_game
def test_every_strength_of_the_bot_plays_to_the_end(key: str) -> None:
    rules = registry.rules_for(key)
    for level in rules.INFO.levels:
        choose = testing.by_bot(rules, level)
        for players, options, seed in matches(rules, BOT_SEEDS):
            _, end = testing.match_of(rules, players, options, seed, choose)
            assert rules.outcome(end) is not None
