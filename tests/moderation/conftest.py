"""Players at a table, people of the house, and clients for both."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Group
from django.test import Client

from accounts.access.rate_limit import RateLimit
from accounts.models import User
from lobby import limits
from lobby.models import ChatLine, Table
from lobby.services import talk
from moderation import groups
from tests.people import GAME, MakePerson, calm, leyla, noam, person, playing, samir, table


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
def insult(playing: Table, noam: User) -> ChatLine:
    """Something that Noam wrote at the table."""
    talk.say(playing.pk, noam, "you play like a wet sock")
    return ChatLine.objects.get(user=noam)


@pytest.fixture(autouse=True)
def everybody_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The matrices knock at every door as the same few people."""
    monkeypatch.setattr(limits, "PRESSES", RateLimit("presses", 10**9, 60))
