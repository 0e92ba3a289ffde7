"""What a game's own types say about its wire format: JSON Schema, and moves that were really legal.

Nothing here knows a game: a sixth one describes itself.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec

from games import registry
from games.engine import codec
from games.engine.chance import chance_for
from games.engine.contract import CLOCK, Rules, Seat
from games.engine.play import start
from games.engine.self_play import acting_seats, at_random, key_of, settings

SCHEMAS = "#/components/schemas/"
STEPS = 1500
"""Moves played in search of an example of each kind."""

PLAYER = {
    "description": "Your own seat, as its number or as p1 for seat 0. May be left out.",
    "anyOf": [{"type": "integer"}, {"type": "string"}],
}


@cache
def parts(key: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of options, moves and view; and what they refer to, by its name in the whole."""
    rules = registry.rules_for(key)
    wanted = {"options": rules.Options, "move": rules.AnyMove, "view": rules.View}
    made, components = msgspec.json.schema_components(
        wanted.values(), ref_template=f"{SCHEMAS}{key}.{{name}}"
    )
    tidy = {f"{key}.{name}": ecma(schema) for name, schema in components.items()}
    for name in codec.secret_names(rules):
        tidy[f"{key}.{rules.Options.__name__}"]["properties"].pop(name)
    for schema in tidy.values():
        if "type" in schema.get("properties", {}) and schema.get("additionalProperties") is False:
            schema["properties"] = {**schema["properties"], "playerId": PLAYER}
    return dict(zip(wanted, map(ecma, made), strict=True)), tidy


def ecma(schema: Any) -> Any:
    """Python ends a pattern with \\Z, everybody else with $."""
    if isinstance(schema, dict):
        return {
            name: re.sub(r"\\Z$", "$", value)
            if name == "pattern" and isinstance(value, str)
            else ecma(value)
            for name, value in schema.items()
        }
    if isinstance(schema, list):
        return [ecma(each) for each in schema]
    return schema


@cache
def examples(key: str) -> tuple[dict[str, Any], ...]:
    """A legal move of each kind, from matches played at random."""
    rules = registry.rules_for(key)
    kinds = [each.__struct_config__.tag for each in get_args(rules.AnyMove) or (rules.AnyMove,)]
    found: dict[str, dict[str, Any]] = {}
    for move in played_at_random(rules):
        wire = codec.dump(move)
        found.setdefault(wire["type"], wire)
        if len(found) == len(kinds):
            break
    return tuple(found[kind] for kind in kinds if kind in found)


def played_at_random(rules: Rules) -> Iterator[Any]:
    """Moves of seats, a few of each kind of table."""
    tables = list(settings(rules))
    for number, (seats, options) in enumerate(tables):
        whim = chance_for(key_of(number), 0)
        step = start(rules, seats, options, key_of(number))
        for seq in range(1, STEPS // len(tables) + 2):
            acting = acting_seats(rules, step.state, seats)
            if not acting:
                break
            for seat in acting:
                if seat != CLOCK:
                    yield from first_of_each_kind(rules.legal_moves(step.state, seat))
            seat = whim.pick(acting)
            move = at_random(step.state, seat, rules.legal_moves(step.state, seat), whim)
            step = rules.apply(step.state, seat, move, chance_for(key_of(number), seq))


def first_of_each_kind(moves: Any) -> Iterator[Any]:
    """The last of each kind: the first is often an empty list or the lowest number."""
    yield from {type(move): move for move in moves}.values()


@cache
def view_example(key: str) -> dict[str, Any]:
    """What seat 0 sees after the deal."""
    rules = registry.rules_for(key)
    seats, options = next(settings(rules))
    state = start(rules, seats, options, key_of(0)).state
    return dict(codec.dump(rules.view(state, Seat(0))))


def brief(rules: Rules) -> dict[str, Any]:
    info = rules.INFO
    schemas, components = parts(info.key)
    reference = schemas["options"].get("$ref", "").removeprefix(SCHEMAS)
    return {
        "key": info.key,
        "name": info.name,
        "blurb": info.blurb,
        "players": list(info.players),
        "minutes": info.minutes,
        "levels": list(info.levels),
        "options": components.get(reference, schemas["options"]),
    }


def in_full(rules: Rules) -> dict[str, Any]:
    schemas, components = parts(rules.INFO.key)
    return brief(rules) | {
        "moves": schemas["move"],
        "view": schemas["view"],
        "examples": list(examples(rules.INFO.key)),
        "components": {"schemas": components},
    }
