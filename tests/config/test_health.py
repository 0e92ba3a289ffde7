"""Readiness: the status is about this process, the body about the house."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games.presence import health, outages

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def looked_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(health, "_known", None)
    yield
    health._known = None


def nothing(monkeypatch: Any, settings: Settings) -> None:
    pass


def no_sweep(monkeypatch: Any, settings: Settings) -> None:
    monkeypatch.setattr(outages, "age", lambda name: 60.0)


def no_redis(monkeypatch: Any, settings: Settings) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"


def no_database(monkeypatch: Any, settings: Settings) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "PORT", "1")


def no_connection_left(monkeypatch: Any, settings: Settings) -> None:
    def none_left(connection: Any) -> None:
        raise TimeoutError

    monkeypatch.setattr(health, "MigrationExecutor", none_left)


def not_migrated(monkeypatch: Any, settings: Settings) -> None:
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: ["one"])


def lagging(monkeypatch: Any, settings: Settings) -> None:
    monkeypatch.setattr(health, "event_loop_lag", lambda: 4.0)


@pytest.mark.parametrize(
    ("happens", "status", "playable", "named"),
    [
        (nothing, 200, True, None),
        (no_sweep, 200, False, ("house", "sweep_age", 60.0)),
        (no_redis, 200, False, ("house", "redis", False)),
        (no_database, 200, False, ("house", "database", False)),
        (no_connection_left, 503, False, ("process", "connections", False)),
        (not_migrated, 503, False, ("process", "migrated", False)),
        (lagging, 503, False, ("process", "event_loop_lag", 4.0)),
    ],
)
def test_a_process_is_taken_out_only_for_what_is_its_own(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    happens: Any,
    status: int,
    playable: bool,
    named: tuple[str, str, Any] | None,
) -> None:
    outages.beat(outages.SWEEP)
    happens(monkeypatch, settings)
    answer = client.get("/readyz")
    report = answer.json()
    assert (answer.status_code, report["playable"]) == (status, playable), report
    if named:
        part, name, value = named
        assert report[part][name] == value


def test_health_is_a_word(client: Client) -> None:
    assert client.get("/healthz").content == b"ok"
