"""People, tables, and matches played to the end."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games import registry
from games import services as matches
from games.engine import codec
from games.engine.contract import Seat
from games.models import Match
from games.models import Seat as MatchSeat
from lobby import services
from lobby.models import Table

GAME = "forty"

MakePerson = Callable[[str], User]


@pytest.fixture(autouse=True)
def calm(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def person(db: None) -> MakePerson:
    def make(name: str) -> User:
        return User.objects.create_user(name, f"{name.lower()}@example.com", "pomegranate-7")

    return make


@pytest.fixture
def leyla(person: MakePerson) -> User:
    return person("Leyla")


@pytest.fixture
def noam(person: MakePerson) -> User:
    return person("Noam")


@pytest.fixture
def samir(person: MakePerson) -> User:
    return person("Samir")


@pytest.fixture
def table(leyla: User) -> Table:
    """A rated public table for two, with Leyla at it."""
    return services.open_table(leyla, GAME)


@pytest.fixture
def playing(table: Table, leyla: User, noam: User) -> Table:
    """Leyla and Noam in the middle of a match."""
    services.sit(table.pk, noam)
    for user in (leyla, noam):
        services.set_ready(table.pk, user, nonce="ab" * 16)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    return table


def play_out(match_id: int) -> None:
    """Plays a running match to its end; every seat makes the first move it may make."""
    while (match := Match.objects.get(pk=match_id)).status == Match.Status.RUNNING:
        rules = registry.rules_for(match.game)
        state = codec.load(match.state, rules.State)
        seat = Seat(match.acting[0])
        move = rules.legal_moves(state, seat)[0]
        user = MatchSeat.objects.select_related("user").get(match=match, index=seat).user
        matches.play_move(match_id, user, codec.dump(move))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def order_of(match: Any) -> list[str]:
    return list(match.seats.order_by("index").values_list("user__username", flat=True))
