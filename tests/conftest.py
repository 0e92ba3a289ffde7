"""What several packages test with: the database of the run, and a real browser."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, sync_playwright

from config.celery import load_addresses
from ops import chromium
from ops.desk.postgres import OWNER
from tests import scheduling, servers


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
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """On servers of our own all tables are there already, to be copied."""
    if servers.are_ours():
        connection.settings_dict["TEST"]["TEMPLATE"] = OWNER


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Between two tests that commit, every table is emptied, the log of staff as well, whose
    triggers sleep meanwhile. To delete the few rows takes a tenth of what it takes to truncate.

    The addresses are loaded as in every process of the site, before a test has rows locked."""
    load_addresses()
    with django_db_blocker.unblock():
        connection.ops.sql_flush = _emptied  # type: ignore[method-assign]


def _emptied(style: Any, tables: Sequence[str], **_: Any) -> list[str]:
    deleted = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables]
    return ["SET LOCAL session_replication_role = replica", *deleted]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one module: its event loop must not be left running under other tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.require(), args=chromium.ARGUMENTS
        )
        yield browser
        browser.close()
