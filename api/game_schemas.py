"""JSON Schemas of a game's options, moves and views, made from the game's own types.

Nothing here knows a game: a sixth one describes itself.
"""

import re
from functools import cache
from typing import Any

import msgspec

from games import registry
from games.engine import codec

COMPONENTS = "#/components/schemas/"
PLAYER = {
    "description": "Your own seat, as its number or as p1 for seat 0. May be left out.",
    "anyOf": [{"type": "integer"}, {"type": "string"}],
}


@cache
def schemas_of(key: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of options, moves and view; and what they refer to, by its name in the whole."""
    rules = registry.rules_for(key)
    wanted = {"options": rules.Options, "move": rules.AnyMove, "view": rules.View}
    made, components = msgspec.json.schema_components(
        wanted.values(), ref_template=f"{COMPONENTS}{key}.{{name}}"
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
