"""People, a push service on loopback, and browsers that have subscribed."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db.models import F
from pytest_django import Settings

from accounts.models import User
from accounts.notices import kinds
from accounts.push import services, vapid
from accounts.push.models import Device, Message
from tests.lobby.test_notices import slow
from tests.people import calm, leyla, noam, person, playing, samir, table
from tests.push.service import Browser, PushService, push_service

PRIVATE = vapid.make_private_key()
Subscribe = Callable[..., tuple[Device, Browser]]


@pytest.fixture(autouse=True)
def keys(settings: Settings) -> None:
    settings.PUSH_PRIVATE_KEY = PRIVATE
    settings.PUSH_PUBLIC_KEY = vapid.public_key(PRIVATE)
    settings.PUSH_LOOPBACK = True


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def subscribe(service: PushService) -> Subscribe:
    def make(user: User, name: object = "") -> tuple[Device, Browser]:
        browser = Browser()
        given = browser.subscription(service.endpoint(name or user.username))
        return services.subscribe(user, **given, agent="Firefox/130 Android"), browser

    return make


def time_passes(**by: float) -> None:
    """For every message in the outbox."""
    gone = timedelta(**by)
    Message.objects.update(due_at=F("due_at") - gone, expires_at=F("expires_at") - gone)


def all_kinds() -> list[str]:
    return list(kinds.pushed())
