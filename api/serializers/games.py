"""Serializers of games: in brief, and with the schemas of all that goes over the wire."""

from typing import Any

from api.game_examples import move_examples
from api.game_schemas import COMPONENTS, schemas_of
from games.engine.contract import Rules


def serialize_game(rules: Rules) -> dict[str, Any]:
    info = rules.INFO
    schemas, components = schemas_of(info.key)
    reference = schemas["options"].get("$ref", "").removeprefix(COMPONENTS)
    return {
        "key": info.key,
        "name": info.name,
        "blurb": info.blurb,
        "players": list(info.players),
        "minutes": info.minutes,
        "levels": list(info.levels),
        "options": components.get(reference, schemas["options"]),
    }


def serialize_game_in_full(rules: Rules) -> dict[str, Any]:
    schemas, components = schemas_of(rules.INFO.key)
    return serialize_game(rules) | {
        "moves": schemas["move"],
        "view": schemas["view"],
        "examples": list(move_examples(rules.INFO.key)),
        "components": {"schemas": components},
    }
