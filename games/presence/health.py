"""Readiness: what is wrong with this process, and what is wrong with the house.

The two call for different acts. A process whose event loop lags, whose pool gives no connection or
whose migrations are missing is taken out of the proxy: the others serve its players. PostgreSQL,
Redis and the clocks are shared by all processes, so taking one out would mend nothing and leave
nobody to tell the players so.
"""

import asyncio
import time
from typing import Any

import psycopg
import redis
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.presence import outages

SWEEP_LATE = 5.0
LAGGING = 1.0
"""Seconds that the event loop may take to begin with something."""
PATIENCE = 1
_known: tuple[float, dict[str, Any]] | None = None


def report() -> dict[str, Any]:
    """Looked up at most once a second, whoever asks how often."""
    global _known
    if _known is None or time.monotonic() - _known[0] > 1:
        _known = time.monotonic(), look()
    return _known[1]


def look() -> dict[str, Any]:
    """`ready`: this process does its part. `playable`: and so does everything it stands on.

    None is what cannot be known while the database is away.
    """
    lag = event_loop_lag()
    database = database_answers()
    connections, migrated, age = look_at_tables() if database else (None, None, None)
    broker = redis_answers()
    sweeping = age is not None and age < SWEEP_LATE
    ready = lag < LAGGING and connections is not False and migrated is not False
    return {
        "ready": ready,
        "playable": ready and database and broker and sweeping,
        "process": {
            "event_loop_lag": round(lag, 3),
            "connections": connections,
            "migrated": migrated,
        },
        "house": {
            "database": database,
            "redis": broker,
            "sweep_age": None if age is None else round(age, 1),
        },
    }


def event_loop_lag() -> float:
    """Seconds until the event loop of this web process gets round to something new."""
    begun = time.monotonic()
    async_to_sync(asyncio.sleep)(0)
    return time.monotonic() - begun


def look_at_tables() -> tuple[bool, bool | None, float | None]:
    """By this process's own connections: do they work, is all migrated, how old is the sweep?"""
    try:
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
        return True, not behind, None if behind else outages.age(outages.SWEEP)
    except Exception:
        return False, None, None


def database_answers() -> bool:
    """PostgreSQL itself, past the pool of this process."""
    wanted: dict[str, Any] = settings.DATABASES["default"]
    try:
        with psycopg.connect(
            host=wanted["HOST"],
            port=wanted["PORT"] or None,
            dbname=wanted["NAME"],
            user=wanted["USER"],
            password=wanted["PASSWORD"],
            connect_timeout=PATIENCE,
        ) as fresh:
            fresh.execute("SELECT 1")
        return True
    except psycopg.Error:
        return False


def redis_answers() -> bool:
    try:
        with redis.Redis.from_url(
            settings.CELERY_BROKER_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        ) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
