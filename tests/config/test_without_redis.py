"""Without Redis everything answers: limits are counted in memory, and nobody waits twice for it."""

import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client

from accounts.access import shared_cache
from accounts.access.rate_limit import RateLimit
from accounts.models import User
from api import services

pytestmark = pytest.mark.django_db

PASSWORD = "pomegranate-lamp-7"


class Stopped:
    """A Redis that was stopped: the system takes connections, and nobody ever answers."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]

    def asked(self) -> int:
        """How many connections were made."""
        self.listener.setblocking(False)
        count = 0
        with suppress(BlockingIOError):
            while True:
                self.listener.accept()[0].close()
                count += 1
        return count


@pytest.fixture(params=["killed", "stopped"])
def away(request: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stopped | None]:
    stopped = Stopped()
    if request.param == "killed":
        stopped.listener.close()
    where = {"LOCATION": f"redis://127.0.0.1:{stopped.port}/2"}
    monkeypatch.setitem(settings.CACHES, "default", settings.CACHES["default"] | where)
    monkeypatch.setattr(caches, "settings", settings.CACHES)
    kept = caches["default"]
    del caches["default"]
    shared_cache.breaker.close()
    with closing(stopped.listener):
        yield stopped if request.param == "stopped" else None
    caches["default"] = kept
    shared_cache.breaker.close()


def test_every_door_with_a_limit_opens(away: Stopped | None) -> None:
    person = User.objects.create_user("Leyla", "leyla@example.com", PASSWORD)
    _, secret = services.make_token(person, "one", ["read"])
    new = {"username": "Noam", "email": "noam@example.com", "password1": PASSWORD}
    assert Client().post("/accounts/signup/", new).status_code == 302
    client = Client()
    wrong = {"login": "Leyla", "password": "no"}
    assert client.post("/accounts/login/", wrong).status_code == 200
    right = {"login": "Leyla", "password": PASSWORD}
    assert client.post("/accounts/login/", right).status_code == 302
    reset = {"email": "leyla@example.com"}
    assert Client().post("/accounts/password/reset/", reset).status_code == 302
    for _ in range(5):
        answer = client.get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code == 200
    if away:
        assert away.asked() == 1, "who came later did not wait for it"


def test_limits_hold_in_memory(away: Stopped | None) -> None:
    limit = RateLimit("test", 2, seconds=2, shared=True)
    key = uuid4()
    assert [limit.wait(key, now=100) > 0 for _ in range(3)] == [False, False, True]
    client = Client()
    wrong = {"login": "Nobody", "password": "no"}
    answers = [client.post("/accounts/login/", wrong).text for _ in range(7)]
    assert "Too many wrong" in answers[-1] and "Too many wrong" not in answers[0]


def test_one_tries_again_for_all_and_redis_is_used_when_it_is_back() -> None:
    breaker = shared_cache.CircuitBreaker("it", OSError, seconds=0)
    asked: list[str] = []

    def gone() -> str:
        asked.append("gone")
        raise OSError

    def back() -> str:
        return "shared"

    assert breaker.call(gone, lambda: "memory") == "memory" and breaker.is_open
    breaker.seconds = 60  # the next that tries holds all others off
    assert breaker.call(gone, lambda: "memory") == "memory"
    assert breaker.call(gone, lambda: "memory") == "memory"
    assert len(asked) == 2
    breaker._next_try = 1e-9
    assert breaker.call(back, lambda: "memory") == "shared" and not breaker.is_open
