"""Real processes, a real browser, and people in it. Nothing a page says goes unheard."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from ops import chromium
from tests.end_to_end.player import Player
from tests.end_to_end.running_site import RunningSite, open_site
from tests.end_to_end.witness import leaks

Arrive = Callable[..., Player]

expect.set_options(timeout=15_000)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """These tests come last, so its loop runs under no other test."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all of these."""
    yield from chromium_of(playwright)


def chromium_of(playwright: Playwright, whole: bool = False) -> Iterator[Browser]:
    browser = playwright.chromium.launch(
        executable_path=chromium.require(whole), args=chromium.ARGUMENTS
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """Two web processes, quick bots, and time enough to come back."""
    with open_site(
        tmp_path_factory.mktemp("house"),
        webs=2,
        RECONNECT_GRACE="60",
        LEASE_SECONDS="12",
        HEARTBEAT_SECONDS="4",
        BOT_PAUSE="0.1",
        BOTS_JOIN_SECONDS="8",
        OUTAGE_ALLOWANCE="2",
    ) as house:
        yield house


@pytest.fixture
def arrive(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Arrive]:
    """`arrive()`: somebody who has just signed up; `arrive(known=False)`: a visitor.

    At the end no page has complained, and nobody was shown what another held in hand.
    """
    where: RunningSite = request.getfixturevalue(getattr(request.module, "HOUSE", "house"))
    players: list[Player] = []

    def come(known: bool = True, **profile: object) -> Player:
        player = Player(browser, where, **profile)  # type: ignore[arg-type]
        players.append(player)
        if known:
            player.enter()
        return player

    yield come
    failed = getattr(request.node, "failed", False)
    for number, player in enumerate(players):
        if failed and not player.page.is_closed():
            player.page.screenshot(path=tmp_path / f"player-{number}.png")
        player.context.close()
    if failed:
        print(f"what the pages showed is in {tmp_path}")
    # Nobody who comes later is led to a table that these have left.
    where.rows("UPDATE lobby_table SET public = false, rated = false")
    found, compared = leaks(player.witness for player in players)
    complaints = [words for player in players for words in player.witness.unexpected()]
    assert not complaints, complaints
    assert not found, found
    holders = sum(any(one.hand for one in player.witness.glimpses) for player in players)
    assert compared > 0 or holders < 2, "no hand was compared with what the others saw"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.when == "call":  # type: ignore[attr-defined]
        item.failed = report.failed  # type: ignore[attr-defined]
    return report
