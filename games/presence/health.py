"""Readiness: can a match be played? Postgres, Redis, the sweep's heartbeat, and the migrations."""

import time
from typing import Any

import redis
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.presence import outages

SWEEP_LATE = 5.0
_known: tuple[float, dict[str, Any]] | None = None


def report() -> dict[str, Any]:
    """Looked up at most once a second, whoever asks how often."""
    global _known
    if _known is None or time.monotonic() - _known[0] > 1:
        _known = time.monotonic(), look()
    return _known[1]


def look() -> dict[str, Any]:
    database, age = look_at_database()
    broker = look_at_redis()
    sweeping = age is not None and age < SWEEP_LATE
    return {
        "ready": database and broker and sweeping,
        "database": database,
        "redis": broker,
        "sweep_age": None if age is None else round(age, 1),
    }


def look_at_database() -> tuple[bool, float | None]:
    try:
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
        return not behind, None if behind else outages.age(outages.SWEEP)
    except Exception:
        return False, None


def look_at_redis() -> bool:
    try:
        with redis.Redis.from_url(
            settings.CELERY_BROKER_URL, socket_timeout=1, socket_connect_timeout=1
        ) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
