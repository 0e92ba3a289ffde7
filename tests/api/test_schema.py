"""The description holds: whatever is sent, the door answers as it says, and never fails."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec
import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from accounts.access.rate_limit import RateLimit
from accounts.models import User
from api import limits, openapi, schemas
from games import registry
from games.engine import codec
from games.engine.contract import Seat
from games.services import judging
from lobby import limits as lobby_limits
from lobby.models import Table
from tests.api.conftest import person, playing, program, state_of

EXAMPLES = 12
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
    checks.ignored_auth,
]

handler = WSGIHandler()


def uncompressed(environ: dict[str, Any], start_response: Any) -> Any:
    """The test client asks for gzip, and does not understand it."""
    environ.pop("HTTP_ACCEPT_ENCODING", None)
    return handler(environ, start_response)


schema = schemathesis.openapi.from_dict(deepcopy(openapi.document()))  # it writes into it
schema.app = uncompressed
real: dict[str, Any] = {}
"""What really exists, for every other request."""


@schema.hook("map_path_parameters")
def sometimes_what_exists(context: Any, path_parameters: Any) -> Any:
    """Random letters find no table; so half of the requests ask for one that is there."""
    if not path_parameters:
        return path_parameters
    real["turn"] = real.get("turn", 0) + 1
    if real["turn"] % 2:
        path_parameters = {name: real.get(name, value) for name, value in path_parameters.items()}
    return path_parameters


@pytest.fixture
def one_connection() -> Iterator[None]:
    """The requests of an operation run inside the test's own transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def house(leyla: User, noam: User, one_connection: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """A running match, a finished one, an open table; and a token without haste."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    monkeypatch.setattr(limits, "REQUESTS", RateLimit("api", 10**9, 60))
    monkeypatch.setattr(lobby_limits, "TABLES", RateLimit("tables", 10**9, 60))
    others = [person("Samir"), person("Dana")]
    over = playing(*others)
    judging.abort_match(over.pk, "test")
    match = playing(leyla, noam)
    real.update(match_id=match.pk, code=Table.objects.get(match=match).code, turn=0)
    real["key"] = registry.game_keys()[0]
    return program(leyla).text


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@pytest.mark.django_db
def test_the_door_answers_as_it_says(case: schemathesis.Case, house: str) -> None:
    case.call_and_validate(headers={"Authorization": f"Bearer {house}"}, checks=CHECKS)


def test_it_is_openapi_3_1_and_every_operation_says_its_scope() -> None:
    made = openapi.document()
    assert made["openapi"].startswith("3.1")
    for path, methods in made["paths"].items():
        for operation in methods.values():
            assert operation["security"][0]["Token"][0] in ("read", "play", "tables"), path
            assert operation["summary"]
            assert {"400", "401", "403", "404", "409", "422", "429"} <= {
                str(code) for code in operation["responses"]
            }
    text = msgspec.json.encode(made).decode()
    assert schemas.MARK not in text


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    if isinstance(value, list):
        return set().union(*map(references, value))
    return set()


def test_nothing_is_referred_to_that_is_not_there() -> None:
    made = openapi.document()
    known = {f"#/components/schemas/{name}" for name in made["components"]["schemas"]}
    assert references(made) <= known


@pytest.mark.parametrize("game", registry.game_keys())
def test_every_game_brings_its_moves_and_its_view(game: str) -> None:
    schemas = openapi.document()["components"]["schemas"]
    rules = registry.rules_for(game)
    assert f"{game}.View" in schemas and f"{game}.Options" in schemas
    examples = schemas[f"{game}.Move"]["examples"]
    assert examples
    for move in examples:
        assert codec.dump(codec.load_move(rules, move)) == move
    secret = set(codec.secret_names(rules))
    assert not secret & set(schemas[f"{game}.Options"]["properties"])


@pytest.mark.django_db
def test_what_a_seat_is_shown_is_what_the_schema_says(leyla: User, noam: User) -> None:
    match = playing(leyla, noam)
    rules = registry.rules_for(match.game)
    shown = program(leyla).get(f"matches/{match.pk}")["view"]
    assert shown == codec.dump(rules.view(state_of(match), Seat(0)))
