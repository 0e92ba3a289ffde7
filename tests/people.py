"""People to test with, and a table of theirs. A conftest imports what it wants of these."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from pytest_django import Settings

from accounts.models import User
from lobby.models import Table
from lobby.services import chairs, tables

GAME = "forty"

MakePerson = Callable[..., User]


def confirmed(user: User) -> User:
    """Their address is confirmed, as rated tables ask."""
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture(autouse=True)
def calm(settings: Settings) -> None:
    """Quick passwords, and no counter left over from another test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def person(db: None) -> MakePerson:
    def make(name: str, **fields: Any) -> User:
        address = f"{name.lower()}@example.com"
        return confirmed(User.objects.create_user(name, address, "pomegranate-7", **fields))

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
    return tables.open_table(leyla, GAME)


@pytest.fixture
def playing(table: Table, leyla: User, noam: User) -> Table:
    """Leyla and Noam in the middle of a match."""
    chairs.sit(table.pk, noam)
    for user in (leyla, noam):
        chairs.set_ready(table.pk, user, nonce="ab" * 16)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    return table
