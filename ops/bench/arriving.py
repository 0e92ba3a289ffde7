"""Ways in, by browser and clock: presses, fields and seconds from the first page to the first move.

Somebody with human pauses comes as a stranger, as an invited guest or friend, as a guest from the
front page, or as a member. Some are on their way at once; of those who look for company each wants
another game, for two of them would meet at a table. Where a way is gone several times its seconds
are the median. A press is counted when the mouse is pressed, a field when it is typed into; the
seconds begin when the first page is asked for.
"""

import asyncio
import itertools
import random
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from playwright.async_api import Browser, Locator, Page, async_playwright

from games import registry
from ops import chromium
from ops.bench.harness import Harness
from ops.bench.report import Row
from ops.bench.users import create_users
from ops.bench.workload import Workload
from ops.desk.site import Site

GUEST_SECONDS = 20
PHONE = {"width": 390, "height": 844}
SCRIPT = Path(__file__).with_suffix(".js")
BEFORE_A_PRESS = 0.7, 1.6  # seconds in which somebody looks and finds the button
A_LETTER = 0.16
PATIENCE = 60  # seconds after which nobody waits for a match any more
AT_ONCE = 2  # people who are on their way to private tables at a time

_people = itertools.count(1)


@dataclass(frozen=True)
class Stage:
    """What is made before the browser is there, for Django and its loop do not go together."""

    game: str
    session: str = ""
    host: str = ""
    """The session of somebody who invites them to a table."""


@dataclass
class Visit:
    """Somebody on the way to their first move, and what it took so far."""

    page: Page
    stage: Stage
    whim: random.Random = field(default_factory=random.Random)
    invited_to: str = ""
    presses: int = 0
    fields: int = 0
    to_match: int = 0
    """Presses until the match ran."""
    began: float = 0
    match_after: float = 0
    moved_after: float = 0

    async def go(self, path: str) -> None:
        self.began = time.monotonic()
        await self.page.goto(path)

    async def pause(self) -> None:
        await asyncio.sleep(self.whim.uniform(*BEFORE_A_PRESS))

    async def press(self, button: Locator) -> None:
        await self.pause()
        self.presses += 1
        await button.click()

    async def fill(self, box: Locator, text: str) -> None:
        self.fields += 1
        await box.press_sequentially(text, delay=A_LETTER * 1000)

    async def move(self) -> None:
        """Waits for the match, and makes the first move in it."""
        await self.page.wait_for_selector("#board[data-status=running]", timeout=PATIENCE * 1000)
        self.match_after, self.to_match = time.monotonic() - self.began, self.presses
        until = time.monotonic() + PATIENCE
        before = -1
        while time.monotonic() < until:
            seq = int(await self.page.get_attribute("#board", "data-v") or -1)
            if -1 < before < seq:
                self.moved_after = time.monotonic() - self.began
                return
            spot = await self.page.evaluate("() => window.nextPress()")
            if spot is None:
                await asyncio.sleep(0.05)
                continue
            await self.pause()
            self.presses += 1
            before = seq
            await self.page.mouse.click(*spot)
            await asyncio.sleep(0.3)
        said = await self.page.inner_text("#status")
        raise TimeoutError(f"no move was made at {self.stage.game}: {' '.join(said.split())}")


# ---- The ways in --------------------------------------------------------------------------------


async def stranger_practises(visit: Visit) -> None:
    await visit.go("/")
    await visit.press(game_of(visit).get_by_role("button", name="Practise"))


async def stranger_signs_up(visit: Visit) -> None:
    await visit.go("/")
    await visit.press(game_of(visit).get_by_role("button", name="Play now"))
    name = f"Newcomer{next(_people)}"
    await visit.fill(visit.page.locator("#id_username"), name)
    await visit.fill(visit.page.locator("#id_email"), f"{name.lower()}@example.org")
    await visit.fill(visit.page.locator("#id_password1"), "six small brown owls")
    await visit.press(visit.page.get_by_role("button", name="Sign up", exact=True))


async def guest_plays_now(visit: Visit) -> None:
    await visit.go("/")
    await visit.press(game_of(visit).get_by_role("button", name="Play now"))
    await visit.fill(visit.page.locator("#guest-name"), f"Amina{next(_people)}")
    await visit.press(visit.page.get_by_role("button", name="Play as a guest"))


async def guest_is_invited(visit: Visit) -> None:
    await visit.go(visit.invited_to)
    await visit.fill(visit.page.locator("#guest-name"), f"Amina{next(_people)}")
    await visit.press(visit.page.get_by_role("button", name="Sit down", exact=True))


async def friend_is_invited(visit: Visit) -> None:
    await visit.go(visit.invited_to)
    await visit.press(visit.page.get_by_role("button", name="Sit down", exact=True).first)


async def member_plays_now(visit: Visit) -> None:
    await visit.go("/")
    await visit.press(game_of(visit).get_by_role("button", name="Play now"))


def game_of(visit: Visit) -> Locator:
    return visit.page.locator(f"#game-{visit.stage.game}")


Way = Callable[[Visit], Awaitable[None]]

GUEST = "invited guest"

WAYS: dict[str, tuple[Way, bool, bool]] = {
    GUEST: (guest_is_invited, False, True),
    "stranger practises": (stranger_practises, False, False),
    "stranger signs up to play now": (stranger_signs_up, False, False),
    "guest plays now": (guest_plays_now, False, False),
    "invited friend": (friend_is_invited, True, True),
    "member plays now": (member_plays_now, True, False),
}
"""By name: what they do, whether they have an account, whether somebody waits for them."""

IN_COMPANY = (stranger_signs_up, guest_plays_now, member_plays_now)
"""Who looks for company, each in a game of its own."""

MOST_PRESSES = {"stranger practises": 1, "member plays now": 1}
"""Aims: presses until the match runs."""


# ---- Measuring ----------------------------------------------------------------------------------


def measure(harness: Harness, workload: Workload, say: Callable[[str], None]) -> Iterator[Row]:
    found = chromium.find()
    if found is None:
        yield Row("arriving", "ways to the first move", "not measured: there is no Chromium")
        return
    site = harness.browsed()
    ways = dict(itertools.islice(WAYS.items(), workload.ways_in))
    stages = {
        name: [
            prepare(game_for(way), *needs)
            for _ in range(workload.guests if name == GUEST else workload.arrivals)
        ]
        for name, (way, *needs) in ways.items()
    }
    say(", ".join(f"{name} ({len(stages[name])})" for name in ways))
    visits = asyncio.run(visit_all(found, site, stages))
    for name in ways:
        yield row(name, visits[name])


def game_for(way: Way) -> str:
    """The rest may play the same, at their private tables."""
    return registry.game_keys()[1 + IN_COMPANY.index(way) if way in IN_COMPANY else 1]


def prepare(game: str, has_account: bool, is_awaited: bool) -> Stage:
    own, host = (person.cookies.partition("=")[2] for person in create_users(2))
    return Stage(game, own if has_account else "", host if is_awaited else "")


async def visit_all(
    executable: Path, site: Site, stages: dict[str, list[Stage]]
) -> dict[str, list[Visit]]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=executable, args=chromium.ARGUMENTS
        )
        places = asyncio.Semaphore(AT_ONCE)

        async def visit(stage: Stage, way: Way, place: AbstractAsyncContextManager[None]) -> Visit:
            async with place:
                return await visit_one(browser, site, way, stage)

        async def visits_on(name: str) -> list[Visit]:
            way = WAYS[name][0]
            place = asyncio.Lock() if way in IN_COMPANY else places
            return await asyncio.gather(*(visit(stage, way, place) for stage in stages[name]))

        visits = await asyncio.gather(*map(visits_on, stages))
        await browser.close()
    return dict(zip(stages, visits, strict=True))


async def visit_one(browser: Browser, site: Site, way: Way, stage: Stage) -> Visit:
    host = await open_table(browser, site, stage) if stage.host else None
    waiting = asyncio.create_task(play_on(host)) if host else None
    visit = Visit(await open_page(browser, site, stage.session), stage)
    if host:
        visit.invited_to = host.page.url
    await way(visit)
    await visit.move()
    if waiting and host:
        waiting.cancel()
        await host.page.context.close()
    await visit.page.context.close()
    return visit


async def open_table(browser: Browser, site: Site, stage: Stage) -> Visit:
    """The host opens a table for friends, waits there, and moves when it is their turn."""
    host = Visit(await open_page(browser, site, stage.host), stage)
    await host.go(f"/new/{stage.game}/?with=friends")
    await host.press(host.page.get_by_role("button", name="Open the table").first)
    await host.page.wait_for_selector(".chair.is-ready")
    return host


async def play_on(host: Visit) -> None:
    """A turn may take several moves."""
    while True:
        await host.move()


async def open_page(browser: Browser, site: Site, session: str) -> Page:
    context = await browser.new_context(
        base_url=site.urls[0],
        viewport=PHONE,  # type: ignore[arg-type]
        extra_http_headers={"X-Forwarded-For": f"198.18.7.{next(_people) % 250 + 1}"},
    )
    if session:
        name = settings.SESSION_COOKIE_NAME
        await context.add_cookies([{"name": name, "value": session, "url": site.urls[0]}])
    await context.add_init_script(path=SCRIPT)
    return await context.new_page()


def row(name: str, visits: list[Visit]) -> Row:
    """The most presses and fields, the median of the seconds."""
    presses, fields = max(v.presses for v in visits), max(v.fields for v in visits)
    to_match = max(v.to_match for v in visits)
    match = statistics.median(v.match_after for v in visits)
    moved = statistics.median(v.moved_after for v in visits)
    times = f", median of {len(visits)}" if len(visits) > 1 else ""
    what = f"{name}: presses to the match and to the first move, fields, seconds to both{times}"
    figure = f"{to_match}, {presses}; {fields}; {match:.1f} s, {moved:.1f} s"
    if name == GUEST:
        met = presses <= 3 and fields <= 1 and moved < GUEST_SECONDS
        return Row(
            "arriving", what, figure, aim=f"3 presses, 1 field, < {GUEST_SECONDS} s", met=met
        )
    if name in MOST_PRESSES:
        most = MOST_PRESSES[name]
        return Row("arriving", what, figure, aim=f"{most} press to the match", met=to_match <= most)
    return Row("arriving", what, figure)
