"""Players at a table, people of the house, and clients for both."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from lobby import services as lobby
from lobby.models import ChatLine, Table
from moderation import groups
from tests.lobby.conftest import GAME

MakePerson = Callable[..., User]


@pytest.fixture(autouse=True)
def calm(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def person(db: None) -> MakePerson:
    def make(name: str, **fields: Any) -> User:
        return User.objects.create_user(name, f"{name.lower()}@example.com", "plum-7", **fields)

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


def of_the_house(user: User, group: str) -> User:
    """Staff of a group, with a second step."""
    groups.make()
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    user.groups.add(Group.objects.get(name=group))
    TOTP.activate(user, generate_totp_secret())
    return user


@pytest.fixture
def moderator(person: MakePerson) -> User:
    return of_the_house(person("Mona"), groups.MODERATORS)


@pytest.fixture
def administrator(person: MakePerson) -> User:
    return of_the_house(person("Adam"), groups.ADMINISTRATORS)


@pytest.fixture
def superuser(person: MakePerson) -> User:
    return of_the_house(person("Sara", is_superuser=True), groups.ADMINISTRATORS)


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def table(leyla: User) -> Table:
    """A rated public table for two, with Leyla at it."""
    return lobby.open_table(leyla, GAME)


@pytest.fixture
def playing(table: Table, leyla: User, noam: User) -> Table:
    """Leyla and Noam in the middle of a match."""
    lobby.sit(table.pk, noam)
    for user in (leyla, noam):
        lobby.set_ready(table.pk, user, nonce="ab" * 16)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    return table


@pytest.fixture
def insult(playing: Table, noam: User) -> ChatLine:
    """Something that Noam wrote at the table."""
    lobby.say(playing.pk, noam, "you play like a wet sock")
    return ChatLine.objects.get(user=noam)
