"""Loaded with `-p tests.servers`: a PostgreSQL and a Redis for the whole test run.

They are there before the settings are read, and gone at the end however the run ends.
`DATABASE_URL` and `REDIS_URL` point the tests at existing servers instead. When the run is shared
out (`-n 2`), every worker has servers of its own.
"""

import os
import secrets
import signal
from collections.abc import Generator
from types import FrameType

import pytest

from ops.desk.servers import Servers, start_fresh

TEST_ENVIRONMENT = {
    "DEBUG": "no",
    "PLAIN_HTTP": "yes",
    "PLAIN_STATIC": "yes",  # no collectstatic before a test
    "SITE_URL": "http://testserver",
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    "EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend",
}
ASKS_ONLY = {"-h", "--help", "-V", "--version", "--markers", "--fixtures"}

_started: list[Servers] = []


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(args: list[str]) -> Generator[None, object, object]:
    """A wrapper comes before every other hook, so before Django's settings are loaded."""
    os.environ.update(TEST_ENVIRONMENT)
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(60))
    given = {"DATABASE_URL", "REDIS_URL"} <= set(os.environ)
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    if is_worker or not (given or ASKS_ONLY & set(args)):
        signal.signal(signal.SIGTERM, _as_interrupt)
        servers = start_fresh()
        _started.append(servers)
        os.environ["DATABASE_URL"] = servers.database_url
        os.environ["REDIS_URL"] = servers.redis_url
    try:
        return (yield)
    except BaseException:
        stop_servers()
        raise


def pytest_unconfigure() -> None:
    stop_servers()


def are_ours() -> bool:
    return bool(_started)


def stop_servers() -> None:
    while _started:
        _started.pop().stop()


def _as_interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
