"""Fixtures of the API's tests: people, bot accounts, tokens, and a program that asks."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from api import services
from api.models import Scope
from games import registry
from games.engine import codec
from games.engine.contract import Seat
from games.models import Match
from lobby.models import Table
from lobby.services import chairs, tables
from tests.people import GAME, calm, confirmed

NONCE = "ab" * 16


class Answer:
    """What the API answered."""

    def __init__(self, response: Any) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.text = response.content.decode()
        self.body: Any = json.loads(self.text) if self.text else None

    def __getitem__(self, name: str) -> Any:
        return self.body[name]

    @property
    def code(self) -> str:
        assert set(self.body) == {"code", "sentence"} and self.body["sentence"], self.text
        return str(self.body["code"])


class Program:
    """A program with a token."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.client = Client()

    def ask(self, method: str, path: str, body: Any = None) -> Answer:
        headers = {"Authorization": f"Bearer {self.text}"} if self.text else {}
        data = {} if body is None else {"data": json.dumps(body)}
        request = getattr(self.client, method)
        if method == "post":
            data["content_type"] = "application/json"
        return Answer(request(f"/api/v1/{path}", headers=headers, **data))

    def get(self, path: str) -> Answer:
        return self.ask("get", path)

    def post(self, path: str, body: Any = None) -> Answer:
        return self.ask("post", path, body)


def person(name: str) -> User:
    address = f"{name.lower()}@example.org"
    return confirmed(User.objects.create_user(name, address, "pomegranate-7"))


def program(user: User, *scopes: str) -> Program:
    count = user.api_tokens.count()
    text = services.make_token(user, f"token {count}", scopes or Scope.values)[1]
    return Program(text)


@pytest.fixture
def leyla(db: None) -> User:
    return person("Leyla")


@pytest.fixture
def noam(db: None) -> User:
    return person("Noam")


@pytest.fixture
def table(leyla: User) -> Table:
    """A friendly public table for two, with Leyla at it."""
    return tables.open_table(leyla, GAME, rated=False)


def playing(
    *people: User, game: str = GAME, public: bool = True, rated: bool = False, **options: Any
) -> Match:
    """These people in the middle of a match, in the order of their seats."""
    table = tables.open_table(
        people[0], game, options, seats=len(people), rated=rated, public=public
    )
    for user in people[1:]:
        chairs.sit(table.pk, user)
    for user in people:
        chairs.set_ready(table.pk, user, nonce=NONCE)
    table.refresh_from_db()
    assert table.match is not None
    return table.match


def rig(match: Match, state: Any) -> None:
    """The table as a test wants it; whoever may act then may act now."""
    rules = registry.rules_for(match.game)
    seats = match.seats.count()
    acting = [seat for seat in range(seats) if rules.legal_moves(state, Seat(seat))]
    Match.objects.filter(pk=match.pk).update(
        state=codec.dump(state), acting=acting, fresh=[0] * seats
    )


def state_of(match: Match) -> Any:
    match.refresh_from_db()
    return codec.load(match.state, registry.rules_for(match.game).State)
