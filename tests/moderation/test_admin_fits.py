"""The pages that staff have open all day fit a screen of 1280 pixels, by Chromium's own measure."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import sync_playwright

from accounts.models import User
from lobby.models import ChatLine, Table
from lobby.services import talk
from moderation import services
from ops import chromium
from tests.moderation.conftest import client_of
from tests.people import MakePerson

pytestmark = pytest.mark.django_db

LONG = "you play like a wet sock that somebody left out in the rain for all of last November " * 3


@pytest.fixture
def pages(
    playing: Table, leyla: User, noam: User, person: MakePerson, moderator: User
) -> dict[str, str]:
    """As a busy evening leaves them, with the longest names and words that can be."""
    talk.say(playing.pk, noam, LONG[:300])
    line = ChatLine.objects.get()
    reporters = [person(f"AVeryLongNameOf{number:05}") for number in range(4)]
    for reporter in reporters:
        report = services.report_chat(reporter, playing.code, line.pk, LONG)
        services.report_name(reporter, "Noam", LONG)
    services.report_player(leyla, playing.match_id or 0, 1, "cheating", LONG)
    services.claim(report.pk, moderator)
    staff = client_of(moderator)
    paths = {
        "queue": "/admin/moderation/report/",
        "report": f"/admin/moderation/report/{report.pk}/change/",
        "person": f"/admin/accounts/user/{noam.pk}/change/",
    }
    return {name: staff.get(path).text for name, path in paths.items()}


def test_nothing_is_wider_than_the_screen(pages: dict[str, str], tmp_path: Path) -> None:
    def serve(route: Any) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            route.fulfill(path=str(finders.find(path.removeprefix("/static/"))))
        else:
            route.fulfill(
                body=pages.get(path.strip("/"), ""), content_type="text/html; charset=utf-8"
            )

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.require(), args=chromium.ARGUMENTS
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.route("**/*", serve)
        wide = {}
        for name in pages:
            page.goto(f"http://courtyard.test/{name}")
            wide[name] = page.evaluate(
                """() => [...document.querySelectorAll("body, body *:not(.visually-hidden)")]
                  .filter((node) => node.checkVisibility())
                  .filter((node) => node.scrollWidth > node.clientWidth + 1)
                  .filter((node) => node === document.body
                    || getComputedStyle(node).overflowX !== "visible")
                  .map((node) => `${node.tagName}.${node.className}`)"""
            )
            page.screenshot(path=tmp_path / f"{name}.png", full_page=True)
        browser.close()
    assert wide == {name: [] for name in pages}
