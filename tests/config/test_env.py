"""What the environment may say, and what stops the start with a sentence."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env

GOOD_KEY = "k3y-" + "abcdefghij" * 6


@pytest.mark.parametrize(
    ("debug", "key", "accepted"),
    [
        (True, "", True),
        (True, GOOD_KEY, True),
        (False, GOOD_KEY, True),
        (False, "", False),
        (False, "short", False),
        (False, "a" * 80, False),
        (False, env.DEVELOPMENT_KEY, False),
    ],
)
def test_a_public_or_weak_secret_key_is_refused_when_debug_is_off(
    monkeypatch: pytest.MonkeyPatch, debug: bool, key: str, accepted: bool
) -> None:
    monkeypatch.setenv("SECRET_KEY", key)
    if accepted:
        assert len(env.secret_key(debug)) >= 50
    else:
        with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
            env.secret_key(debug)


@pytest.mark.parametrize(
    ("value", "means"), [("yes", True), ("1", True), ("on", True), ("no", False), ("", False)]
)
def test_flags(monkeypatch: pytest.MonkeyPatch, value: str, means: bool) -> None:
    monkeypatch.setenv("A_FLAG", value)
    assert env.flag("A_FLAG") is means


@pytest.mark.parametrize(
    ("read", "name", "value"),
    [
        (env.flag, "A_FLAG", "maybe"),
        (lambda name: env.number(name, 1), "A_NUMBER", "many"),
        (env.database, "DATABASE_URL", "mysql://x/y"),
        (env.database, "DATABASE_URL", "postgres://host-without-a-name"),
        (lambda name: env.redis_database(0), "REDIS_URL", "http://x"),
    ],
)
def test_a_wrong_value_is_named(
    monkeypatch: pytest.MonkeyPatch, read: object, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        read(name)  # type: ignore[operator]


def test_a_database_address_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://me:p%40ss@db.example:5433/house")
    entry = env.database()
    assert (entry["USER"], entry["PASSWORD"], entry["HOST"]) == ("me", "p@ss", "db.example")
    assert (entry["PORT"], entry["NAME"]) == ("5433", "house")


def test_broker_layer_and_cache_never_share_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://:pw@host:1/4")
    assert [env.redis_database(n) for n in range(3)] == [
        f"redis://:pw@host:1/{4 + n}" for n in range(3)
    ]
