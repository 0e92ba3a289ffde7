"""What several packages test with: a whole running site, and a real browser."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, sync_playwright

from config.celery import load_addresses
from ops import chromium
from ops.desk.ports import free_port
from ops.desk.servers import Servers, fresh_servers
from ops.desk.site import ROLES, Site
from tests import scheduling

OpenSite = Callable[..., Site]


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long the searches for what nobody thought of take: little here, much in `make faults`."""
    group = parser.getgroup("searches")
    group.addoption("--rounds", type=int, default=0, help="of every pair of services")
    group.addoption(
        "--seed",
        type=int,
        default=14,
        help="of which of a pair begins, and how much later the other",
    )
    group.addoption("--act", default="", help="only pairs with this service")
    group.addoption("--crowd", type=int, default=2, help="so many services meet at once")
    group.addoption("--moves", type=int, default=400, help="that two processes play at once")
    group.addoption("--sequences", type=int, default=100, help="of the state machine")
    group.addoption("--pairs", type=int, default=20, help="of states, a game and seat")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = scheduling.in_order(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    return scheduling.scheduler(config, log)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Between two tests that commit, every table is emptied, and so must be the log of staff,
    which otherwise refuses. Its own test switches the refusal on again.

    The addresses are loaded as in every process of the site, before a test has rows locked."""
    load_addresses()
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE sanctions_auditentry DISABLE TRIGGER audit_entry_is_not_emptied"
        )


@pytest.fixture(scope="module")
def site_servers() -> Iterator[Servers]:
    """A PostgreSQL and a Redis for one module alone, to be killed if it likes; fsync is on."""
    with fresh_servers(durable=True) as servers:
        yield servers


@pytest.fixture(scope="session")
def static_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The collected files, shared by all sites of the run."""
    return tmp_path_factory.mktemp("static")


@pytest.fixture(scope="module")
def open_site(
    site_servers: Servers, static_root: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OpenSite]:
    """`open_site(webs=2, RECONNECT_GRACE="3")`: real processes, ready; closed with the module."""
    opened: list[Site] = []

    def open_one(webs: int = 1, **env: str) -> Site:
        site = Site(
            site_servers.database_url,
            site_servers.redis_url,
            tmp_path_factory.mktemp("site"),
            ports=[free_port() for _ in range(webs)],
            roles=[role for role in ROLES if role != "push"],  # nobody there has a device
            env={"STATIC_ROOT": str(static_root), **env},
        )
        opened.append(site)
        site.prepare()
        site.start()
        site.wait_ready()
        return site

    yield open_one
    for site in opened:
        site.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one module: its event loop must not be left running under other tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.require(), args=chromium.ARGUMENTS
        )
        yield browser
        browser.close()
