"""Odd input at the addresses of series, guests, notifications, lessons and pictures, by the host of
a night: wrong types, numbers without end, digits that are none, half a surrogate, deep JSON, odd
methods. It is refused or ignored, never a 500.

`test_requests.py` has null characters and HEAD at every address, schemathesis the rest of the API.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from api.models import Scope
from api.services import make_token
from tests.moderation.routes import path_of, routes
from tests.moderation.test_access_matrix import World, build, session_of, undone

pytestmark = pytest.mark.django_db

PAGES = [
    route
    for route in routes()
    if re.match(r"(series|night|me/notif|mail|learn|join|t/<str:code>/guests)|.*picture", route)
]
DOORS = [route for route in routes() if re.match(r"api/v1/(series|tables|games|matches)", route)]

LONG = "9" * 5000
TEXTS = ("", "²", "-1", "true", "[" * 3000, LONG)
"""What may stand in a field, in a query, in a place of an address. The digit of a power is a digit
to `str.isdigit`, and no number; of so many nines Python makes none."""

WRONG: tuple[Any, ...] = (True, [], {}, -1, 10**400, float("inf"), "\ud800", LONG)
BODIES = ("", "null", "[]", "{", "[" * 100_000, '{"a":' * 100_000)

FIELDS = """
    name partner game games seats size options rounds minutes starts_at break_seconds
    grace_seconds most min_karma min_rating max_rating turnSeconds programs public rated
    endpoint p256dh auth kinds quiet_from quiet_to time_zone turn_mail seen step play move
    moveId code page after by season as with nonce level index text wanted allowed leaver
    minKarma
"""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), undone():
        made = build()
        host = User.objects.get(username="Leyla")
        made.sessions["host"] = session_of(host)
        made.sessions["token"] = make_token(host, "t", Scope.values)[1]
        yield made


def broken(world: World, addresses: list[str], ask: Any, **places: str) -> list[str]:
    """Those that answer with a fault of ours."""
    found = []
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = world.sessions["host"]
    for route in addresses:
        cache.clear()
        headers = {"HX-Request": "true"}
        if route.startswith("api/"):
            headers = {"Authorization": f"Bearer {world.sessions['token']}"}
        path = path_of(route, world.samples | places)
        with undone():
            status = ask(client, path, headers=headers).status_code
        if status >= 500:
            found.append(f"{status} {path[:80]}")
    return found


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:8])
def test_fields_and_queries_of_odd_text(world: World, text: str) -> None:
    form = dict.fromkeys(FIELDS.split(), text)

    def ask(client: Client, path: str, **more: Any) -> Any:
        client.cookies["lessons"] = f"forty:{text[:4000]}"
        return client.post(
            f"{path}?{'&'.join(f'{name}={text[:50]}' for name in FIELDS.split())}", form, **more
        )

    assert broken(world, PAGES, ask) == []


@pytest.mark.parametrize("value", WRONG, ids=lambda value: repr(value)[:8])
def test_json_of_wrong_types(world: World, value: Any) -> None:
    assert broken(world, DOORS, posting(json.dumps(dict.fromkeys(FIELDS.split(), value)))) == []


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:8])
def test_json_that_is_no_object(world: World, body: str) -> None:
    assert broken(world, DOORS, posting(body)) == []


def posting(body: str) -> Any:
    def post(client: Client, path: str, **more: Any) -> Any:
        return client.post(path, body, content_type="application/json", **more)

    return post


@pytest.mark.parametrize("method", ["put", "options", "trace"])
def test_odd_methods(world: World, method: str) -> None:
    def ask(client: Client, path: str, **more: Any) -> Any:
        return getattr(client, method)(path, **more)

    assert broken(world, PAGES + DOORS, ask) == []


@pytest.mark.parametrize("text", [*TEXTS[1:], "%ED%A0%80"], ids=lambda text: text[:8])
def test_places_of_odd_text(world: World, text: str) -> None:
    asked = [route for route in PAGES + DOORS if "<" in route]
    names = set(re.findall(r"<(?:\w+:)?(\w+)>", " ".join(asked)))
    assert broken(world, asked, Client.get, **dict.fromkeys(names, text)) == []
