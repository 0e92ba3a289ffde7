"""Feel of a table in a browser: layout shift over a match, and the time a press goes unanswered.

Somebody plays a practice match of every game with a real mouse, on a desk and on a phone; a script
in the page (`feel.js`) watches. Matches are as short as their options allow; `--feel 200` gives
each time to come to its end. Without Chromium a row says so, and nothing is fetched.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.async_api import Browser, Page, async_playwright

from games import registry
from games.engine.contract import Rules
from games.engine.options import choices, options_of
from lobby.finding.quick_play import practise
from ops import chromium
from ops.bench.harness import Harness
from ops.bench.report import Row, percentile
from ops.bench.users import create_users
from ops.bench.workload import Workload
from ops.desk.site import Site

SHIFT_AIM = 0.02
"""Layout shift of a whole match, summed up; the browser leaves out what follows a press."""

ANSWER_AIM = 100
"""Milliseconds for the p95 of the first visible answer."""

SCRIPT = Path(__file__).with_suffix(".js")
WIDTHS = {1280: 800, 320: 640, 390: 844}
BETWEEN_PRESSES = 0.12  # seconds; nobody presses faster
SHEET_OPENS = 6  # seconds after the end, with its podium
PRESSING = 12  # seconds, at most, for the presses of one game
AT_ONCE = 5  # matches beside each other
PATIENCE = 30.0  # seconds after which nobody waits for a first move any more

Say = Callable[[str], None]


@dataclass(frozen=True)
class Visit:
    """A practice table, and how its player comes to it."""

    game: str
    width: int
    path: str
    session: str


@dataclass
class Felt:
    """What one page felt like."""

    shifts: list[dict[str, Any]]
    answered: list[float]
    moved: list[float]
    whole: bool
    """The match came to its end."""

    @property
    def shift(self) -> float:
        return sum(one["value"] for one in self.shifts)

    @property
    def worst(self) -> str:
        """What jumped furthest."""
        worst = max(self.shifts, key=lambda one: float(one["value"]))
        return str(next(iter(worst["moved"]), ""))


def measure(harness: Harness, workload: Workload, say: Say) -> Iterator[Row]:
    found = chromium.find()
    if found is None:
        yield Row("feel", "layout shift, press to answer", "not measured: there is no Chromium")
        return
    site = harness.browsed()
    games = registry.game_keys()[: workload.feel_games]
    widths = list(WIDTHS)[: workload.feel_widths]
    crowd = [visit_to(game, width) for game in games for width in widths]
    alone = [visit_to(game, widths[-1]) for game in games]
    say("whole matches")
    at_once = min(AT_ONCE, len(crowd))
    felt = asyncio.run(play_all(found, site, crowd, workload.feel_seconds, at_once))
    for visit, one in zip(crowd, felt, strict=True):
        if one.shift >= SHIFT_AIM:
            say(f"{visit.game}, {visit.width} px: {one.worst}")
        yield shift_row(visit, one)
    say("presses")
    pressing = min(PRESSING, max(1, workload.feel_seconds / 5))
    pressed = asyncio.run(play_all(found, site, alone, pressing, 1))
    yield from press_rows(pressed)


def visit_to(game: str, width: int) -> Visit:
    """Before the browser is there, for Django and its loop do not go together."""
    [person] = create_users(1)
    rules = registry.rules_for(game)
    table = practise(person.user, game, rules.INFO.levels[0], shortest(rules))
    return Visit(game, width, f"/t/{table.code}/", person.cookies.partition("=")[2])


def shortest(rules: Rules) -> dict[str, Any]:
    """The least of every option that is a number, clocks excepted."""
    listed = [(field, choices(field.type)) for field in options_of(rules).values()]
    return {
        field.encode_name: min(values)
        for field, values in listed
        if values
        and all(type(one) is int for one in values)
        and not field.name.endswith("_seconds")
    }


async def play_all(
    executable: Path, site: Site, visits: Sequence[Visit], seconds: float, at_once: int
) -> list[Felt]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=executable, args=chromium.ARGUMENTS
        )
        room = asyncio.Semaphore(at_once)
        played = [play(browser, site, visit, seconds, room) for visit in visits]
        felt = await asyncio.gather(*played)
        await browser.close()
    return felt


async def play(
    browser: Browser, site: Site, visit: Visit, seconds: float, room: asyncio.Semaphore
) -> Felt:
    async with room:
        context = await browser.new_context(
            base_url=site.urls[0], viewport={"width": visit.width, "height": WIDTHS[visit.width]}
        )
        name = settings.SESSION_COOKIE_NAME
        await context.add_cookies([{"name": name, "value": visit.session, "url": site.urls[0]}])
        await context.add_init_script(path=SCRIPT)
        page = await context.new_page()
        await page.goto(visit.path)
        whole = await press_on(page, seconds)
        felt = await page.evaluate(
            "() => ({shifts: feel.shifts, answered: feel.answered, moved: feel.moved})"
        )
        await context.close()
    return Felt(**felt, whole=whole)


async def press_on(page: Page, seconds: float) -> bool:
    """Presses whatever may be pressed until the match is over, or time is up. Is it over?

    At least one move is made, however slow the machine.
    """
    began = time.monotonic()
    moved = False
    while (spent := time.monotonic() - began) < seconds or (not moved and spent < PATIENCE):
        spot, moved = await page.evaluate("() => [feel.next(), feel.moved.length > 0]")
        if spot == "over":
            await asyncio.sleep(SHEET_OPENS)
            return True
        if spot:
            await page.mouse.click(*spot)
        await asyncio.sleep(BETWEEN_PRESSES)
    return False


def shift_row(visit: Visit, felt: Felt) -> Row:
    name = registry.rules_for(visit.game).INFO.name
    return Row(
        "feel",
        f"{name}, {visit.width} px, layout shift",
        f"{felt.shift:.4f}" + (" to its end" if felt.whole else ""),
        aim=f"< {SHIFT_AIM}",
        met=felt.shift < SHIFT_AIM,
    )


def press_rows(felt: Sequence[Felt]) -> Iterator[Row]:
    answered = [ms for one in felt for ms in one.answered]
    moved = [ms for one in felt for ms in one.moved]
    what = "press to {}, p50/p95"
    for words, times, aim in (
        ("first visible answer", answered, ANSWER_AIM),
        ("move on the own board", moved, None),
    ):
        if not times:
            yield Row("feel", what.format(words), "not measured: nothing was pressed")
            continue
        p50, p95 = percentile(times, 50), percentile(times, 95)
        figure = f"{p50:.0f}/{p95:.0f} ms"
        if aim is None:
            yield Row("feel", what.format(words), figure)
        else:
            yield Row("feel", what.format(words), figure, aim=f"p95 < {aim} ms", met=p95 < aim)
