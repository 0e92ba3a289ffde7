"""A person to test with, fresh counters, and the pages of this package alone."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from refusals import Refusal
from refusals.wording import words

PASSWORD = "pomegranate-lamp-7"

MakePerson = Callable[..., User]


def verdict(check: Callable[..., None], *asked: Any) -> tuple[bool, str]:
    """Whether it is allowed, and if not, the sentence that says why."""
    try:
        check(*asked)
    except Refusal as refusal:
        return False, words(refusal)
    return True, ""


@pytest.fixture(autouse=True)
def own_pages(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.accounts.urls"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def fresh_counters() -> None:
    cache.clear()


@pytest.fixture
def make_person(db: None) -> MakePerson:
    def make(name: str = "Leyla", *, verified: bool = True, **fields: Any) -> User:
        person = User.objects.create_user(name, f"{name.lower()}@example.com", PASSWORD, **fields)
        EmailAddress.objects.create(
            user=person, email=person.email, primary=True, verified=verified
        )
        return person

    return make


@pytest.fixture
def leyla(make_person: MakePerson) -> User:
    return make_person()


@pytest.fixture
def signed_in(leyla: User) -> Client:
    client = Client()
    client.force_login(leyla)
    return client


@pytest.fixture
def revoked() -> Any:
    """What `access_revoked` said, in order."""
    from accounts.signals import access_revoked

    heard: list[tuple[str, str, str | None]] = []

    def listen(sender: object, user: User, why: str, session_key: str | None, **_: Any) -> None:
        heard.append((user.username, str(why), session_key))

    access_revoked.connect(listen)
    yield heard
    access_revoked.disconnect(listen)
