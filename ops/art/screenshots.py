"""Screenshots, `make screenshots [ARGS="readme forty …"]`: those of the README, and of every game.

It opens a whole site of its own with the same hands as the browser tests, and leaves nothing behind
but `docs/pictures/`.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from ops import ROOT, chromium
from ops.art import moments
from tests.end_to_end.player import PHONE, Player, mover, seat
from tests.end_to_end.running_site import RunningSite, open_site

PICTURES = ROOT / "docs" / "pictures"
README = "readme"
NAMES = {
    "forty": ("Samira", "Elias", "Tamar"),
    "otzarot": ("Daniel", "Rima", "Yael"),
    "telefon": ("Murad", "Leyla", "Kamran"),
    "thirtyone": ("Hana", "Omar", "Miriam"),
    "alalab": ("Noor", "Yusuf", "Shira"),
}
WORTH_SHOWING = 5  # cards and builds on the table
MOVES = 24  # and no more than this, lest the hands run out


def main(chosen: Sequence[str]) -> None:
    expect.set_options(timeout=60_000)  # a busy machine is no reason to have no pictures
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder)
        with open_site(path, BOT_PAUSE="0.3", RECONNECT_GRACE="600") as house:
            browser = playwright.chromium.launch(
                executable_path=chromium.require(), args=chromium.ARGUMENTS
            )
            if not chosen or README in chosen:
                take_all(browser, house)
            for game in moments.GAMES:
                if not chosen or game in chosen:
                    people = [come(browser, house, name) for name in NAMES[game]]
                    moments.take(game, people, house, PICTURES / "moments")
                    for player in people:
                        player.context.close()
            browser.close()


def take_all(browser: Browser, house: RunningSite) -> None:
    people = [
        come(browser, house, "Layla", color_scheme="dark"),
        come(browser, house, "David", color_scheme="light"),
        come(browser, house, "Aysel", color_scheme="dark", viewport=PHONE, device_scale_factor=2),
    ]
    play_until_worth_showing(people)
    for player in people:
        player.see("#tab-moves").dispatch_event("click")
    picture(people[0], "table-desktop")
    picture(people[1], "table-day")
    picture(people[2], "table-phone")

    host = come(browser, house, "Noam", color_scheme="dark")
    code = host.open_table(seats="3", rated="yes")
    host.go(f"/t/{code}/")
    guest = come(browser, house, "Zeynab", color_scheme="light")
    guest.post(f"/t/{code}/sit/")
    expect(host.see("#chair-1")).to_contain_text("Zeynab")
    picture(host, "room")

    visitor = come(browser, house, "", color_scheme="light")
    visitor.go("/")
    expect(visitor.see("#front")).to_contain_text("Noam")
    picture(visitor, "lobby")
    visitor.go("/rules/forty/#your-turn")
    picture(visitor, "rules")


def come(browser: Browser, house: RunningSite, name: str, **profile: Any) -> Player:
    player = Player(browser, house, **profile)
    player.context.set_default_timeout(60_000)
    if name:
        player.name = name
        player.sign_up()
    return player


def play_until_worth_showing(people: list[Player]) -> None:
    """Builds and loose cards on the table, and somebody with a choice to make."""
    seat(people, option_turn_seconds="60")
    for number in range(MOVES):
        player = mover(people)
        if player is None:
            return
        pieces = people[0].see("#board .piece").count()
        if number > MOVES // 2 and pieces >= WORTH_SHOWING and player is people[0]:
            player.prepare()
            return
        may_throw = any(len(offer["pieces"]) == 1 for offer in player.offers())
        player.move("throw" if may_throw and pieces < WORTH_SHOWING else "")


def picture(player: Player, name: str) -> None:
    """Once the letters are there and nothing moves."""
    player.page.evaluate("() => document.fonts.ready")
    player.page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")
    print(f"docs/pictures/{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
