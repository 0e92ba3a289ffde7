"""Examples of a game's moves and views, from matches played at random: each was really legal."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, get_args

from games import registry
from games.engine import codec
from games.engine.chance import chance_for, match_key
from games.engine.contract import CLOCK, Chance, Rules, Seat
from games.engine.errors import Refusal
from games.engine.options import option_sets
from games.engine.play import start

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
    seats, options = next(tables(rules))
    state = start(rules, seats, options, key_of(0)).state
    return dict(codec.dump(rules.view(state, Seat(0))))


def played_at_random(rules: Rules) -> Iterator[Any]:
    """Moves of seats, a few at each kind of table."""
    kinds = list(tables(rules))
    for number, (seats, options) in enumerate(kinds):
        key = key_of(number)
        whim = chance_for(key, 0)
        step = start(rules, seats, options, key)
        for seq in range(1, STEPS // len(kinds) + 2):
            legal = {
                seat: moves
                for seat in [*map(Seat, range(seats)), CLOCK]
                if (moves := rules.legal_moves(step.state, seat))
            }
            if not legal:
                break
            for seat, moves in legal.items():
                if seat != CLOCK:
                    yield from last_of_each_kind(moves)
            seat = whim.pick(list(legal))
            move = at_random(legal[seat], whim)
            step = rules.apply(step.state, seat, move, chance_for(key, seq))


def tables(rules: Rules) -> Iterator[tuple[int, Any]]:
    """Every number of seats with every set of options that the game accepts for it."""
    for players in rules.INFO.players:
        for options in option_sets(rules):
            seats = players + len(rules.extra_seats(options))
            try:
                start(rules, seats, options, key_of(0))
            except Refusal:
                continue
            yield seats, options


def key_of(number: int) -> bytes:
    return match_key(number.to_bytes(32, "big"), ["law"])


def at_random(moves: Sequence[Any], chance: Chance) -> Any:
    """First a kind of move, then one of that kind, so that rare kinds come as well."""
    kind = chance.pick(list(dict.fromkeys(map(type, moves))))
    return chance.pick([move for move in moves if type(move) is kind])


def last_of_each_kind(moves: Sequence[Any]) -> Iterator[Any]:
    """The first is often an empty list or the lowest number."""
    yield from {type(move): move for move in moves}.values()
