"""Examples of a game's moves and views, from matches played at random: each was really legal."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, get_args

from games import registry
from games.engine import codec
from games.engine.chance import chance_for
from games.engine.contract import CLOCK, Rules, Seat
from games.engine.play import start
from games.engine.self_play import acting_seats, at_random, key_of, settings

STEPS = 1500
"""Moves played in search of an example of each kind."""


@cache
def move_examples(key: str) -> tuple[dict[str, Any], ...]:
    """A legal move of each kind."""
    rules = registry.rules_for(key)
    kinds = [each.__struct_config__.tag for each in get_args(rules.AnyMove) or (rules.AnyMove,)]
    found: dict[str, dict[str, Any]] = {}
    for move in played_at_random(rules):
        wire = codec.dump(move)
        found.setdefault(wire["type"], wire)
        if len(found) == len(kinds):
            break
    return tuple(found[kind] for kind in kinds if kind in found)


@cache
def view_example(key: str) -> dict[str, Any]:
    """What seat 0 sees after the deal."""
    rules = registry.rules_for(key)
    seats, options = next(settings(rules))
    state = start(rules, seats, options, key_of(0)).state
    return dict(codec.dump(rules.view(state, Seat(0))))


def played_at_random(rules: Rules) -> Iterator[Any]:
    """Moves of seats, a few at each kind of table."""
    kinds = list(settings(rules))
    for number, (seats, options) in enumerate(kinds):
        key = key_of(number)
        whim = chance_for(key, 0)
        step = start(rules, seats, options, key)
        for seq in range(1, STEPS // len(kinds) + 2):
            acting = acting_seats(rules, step.state, seats)
            if not acting:
                break
            for seat, moves in acting.items():
                if seat != CLOCK:
                    yield from last_of_each_kind(moves)
            seat, moves = whim.pick(list(acting.items()))
            move = at_random(step.state, seat, moves, whim)
            step = rules.apply(step.state, seat, move, chance_for(key, seq))


def last_of_each_kind(moves: Sequence[Any]) -> Iterator[Any]:
    """The first is often an empty list or the lowest number."""
    yield from {type(move): move for move in moves}.values()
