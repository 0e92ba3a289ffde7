"""The OpenAPI 3.1 document: routes from the code, moves from the games."""

from functools import cache
from typing import Any

from django.urls import reverse

from api.authentication import Bearer
from api.game_examples import move_examples
from api.game_schemas import COMPONENTS, schemas_of
from api.schemas import LARGEST, MARK
from api.v1 import ROUTERS, api
from games import registry
from games.live.close_codes import (
    BANNED,
    NO_SUCH_TABLE,
    SIGNED_OUT,
    TOO_MANY_GUESSES,
    TOO_MANY_MESSAGES,
    TOO_MANY_TABS,
)

TOKEN = "Token"
MOVE_ID = {"type": "string", "pattern": "^[!-~]{1,64}$"}
SEEN = {"type": "integer", "minimum": 0, "maximum": LARGEST}

CLOSE_CODES = {
    SIGNED_OUT: "the token is unknown, expired or revoked, or was not sent in time",
    BANNED: "the account, or the owner of the bot, is banned",
    NO_SUCH_TABLE: "no such table or match, or not for you to see",
    TOO_MANY_TABS: "more than six connections of one account to one table",
    TOO_MANY_GUESSES: "too many codes that find nothing; wait some minutes",
    TOO_MANY_MESSAGES: "too many or too large messages",
}


@cache
def document() -> dict[str, Any]:
    """The whole description. The games and the routes stand while the process lives."""
    made = dict(api.get_openapi_schema(path_prefix="/api/v1/"))
    made = with_references(made)
    made["servers"] = [{"url": reverse("lobby:home").rstrip("/") or "/"}]
    components = made["components"]
    components["schemas"] |= game_components()
    components["schemas"]["NewTable"]["examples"] = [new_table()]
    components["securitySchemes"] = {
        TOKEN: {"type": "http", "scheme": "bearer", "description": "Made under /me/tokens/."}
    }
    for _prefix, router, _tag in ROUTERS:
        for view in router.path_operations.values():
            for operation in view.operations:
                bearer = operation.auth_param
                assert isinstance(bearer, Bearer)
                by_id(made, operation.operation_id or "")["security"] = [
                    {TOKEN: [str(bearer.scope)]}
                ]
    made["info"]["description"] += "\n\n" + sockets()
    return made


def new_table() -> dict[str, Any]:
    info = registry.all_games()[0].INFO
    return {
        "game": info.key,
        "seats": info.players[0],
        "options": {"turnSeconds": 45},
        "public": True,
        "rated": False,
        "leaver": "forfeit",
    }


def by_id(made: dict[str, Any], name: str) -> dict[str, Any]:
    return next(
        operation
        for methods in made["paths"].values()
        for operation in methods.values()
        if operation["operationId"] == name
    )


def with_references(value: Any) -> Any:
    """A mark in our own schemas becomes a reference to what the games bring."""
    if isinstance(value, dict):
        if MARK in value:
            return {"$ref": f"{COMPONENTS}{value[MARK]}"}
        return {name: with_references(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [with_references(each) for each in value]
    return value


def game_components() -> dict[str, Any]:
    """Any move, view or options is one of some game's; and each game's own."""
    games = {key: schemas_of(key) for key in registry.game_keys()}
    schemas: dict[str, Any] = {}
    for key, (_schemas, components) in games.items():
        schemas |= components
        schemas[f"{key}.Move"] = {
            **games[key][0]["move"],
            "title": f"{key}.Move",
            "examples": list(move_examples(key)),
        }
    any_of = {
        "Move": [{"$ref": f"{COMPONENTS}{key}.Move"} for key in games],
        "View": [made["view"] for made, _ in games.values()],
        "Options": [made["options"] for made, _ in games.values()],
    }
    schemas |= {name: {"title": name, "anyOf": each} for name, each in any_of.items()}
    move = {"$ref": f"{COMPONENTS}Move"}
    schemas["Play"] = {
        "title": "Play",
        "anyOf": [
            {
                "type": "object",
                "properties": {"move": move, "moveId": MOVE_ID, "seen": SEEN},
                "required": ["move"],
            },
            move,
        ],
        "examples": [
            {
                "move": move_examples(key)[0],
                "moveId": "0d9f0b6e-3c1e-4c1a-9a53-3a7c8f1f2f10",
                "seen": 0,
            }
            for key in list(games)[:1]
        ],
    }
    return schemas


def sockets() -> str:
    codes = "\n".join(f"- {code}: {why}" for code, why in CLOSE_CODES.items())
    return f"""\
## Sockets

`/api/v1/matches/{{match}}/ws` shows one match, `/api/v1/tables/{{code}}/ws` a table and every match
played at it. Send the token in the header, or as the first message `{{"token": "…"}}` within ten
seconds. Down come the match as your seat sees it (the same object as `GET /matches/{{match}}`), at
the start and at each change, and at a table's socket `{{"room": …}}` with the table. At
`/api/v1/series/{{code}}/ws` comes `{{"series": …}}`, at the start and at each change, with the
table to which you are called; that one takes no moves. Up go moves,
`{{"id": "…", "move": {{…}}, "seen": 12}}` or the bare move, each answered with
`{{"ack": id, "seq": n}}` or `{{"refused": id, "code": "…", "sentence": "…"}}`; and
`{{"ping": n}}`, answered with `{{"pong": n}}`. Before it closes for good the socket says
`{{"bye": code, "why": "…"}}`:

{codes}"""
