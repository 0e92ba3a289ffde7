"""The service worker in the browser: what it keeps, what it shows offline, what it shows when
pushed; and a device from the press that subscribes it to the sign-out that removes it.

A browser without a vendor's push service cannot subscribe, so `PushManager.subscribe` gives out a
subscription at our own on loopback, with keys that read what comes. All else is the page's own.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Playwright, expect

from tests.end_to_end.conftest import Arrive, chromium_of
from tests.end_to_end.player import Player
from tests.push.service import Browser, push_service

KEPT = """async () => {
  const names = await caches.keys();
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return found.flat().map((request) => new URL(request.url).pathname);
}"""
SHOWN = """async () => {
  const { getNotifications } = ServiceWorkerRegistration.prototype;
  const notes = await getNotifications.call(await navigator.serviceWorker.ready);
  return notes.map((note) => note.body);
}"""
DISMISSED = """async () => {
  for (const note of await (await navigator.serviceWorker.ready).getNotifications()) note.close();
}"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Chromium]:
    """The whole one, for it shows notifications."""
    yield from chromium_of(playwright, whole=True)


HANDED_AGAIN = 5  # seconds


class Pusher:
    """Hands messages to the service worker, as a browser does that got them by its push service."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.devtools = player.context.new_cdp_session(player.page)
        self.registration = ""
        self.devtools.on("ServiceWorker.workerRegistrationUpdated", self._heard)
        self.devtools.send("ServiceWorker.enable")
        while not self.registration:
            player.page.wait_for_timeout(20)

    def _heard(self, told: dict[str, Any]) -> None:
        for each in told["registrations"]:
            self.registration = each["registrationId"]

    def push(self, number: int, body: str, table: str = "BCDFGH") -> None:
        told = {"id": number, "tag": table, "title": "Courtyard", "body": body}
        self.deliver(json.dumps(told | {"page": f"/t/{table}/", "open": "/me/notices/1/"}))

    def deliver(self, text: str) -> None:
        self.last = text
        self.devtools.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self.player.house.urls[0],
                "registrationId": self.registration,
                "data": text,
            },
        )

    def shows(self, *bodies: str) -> None:
        """These and no other. What came last is handed over again while it does not show, as a push
        service does; with the same id it is never shown twice.

        A function that the page waits for must not be async: the browser takes its promise for a
        yes."""
        page, again = self.player.page, time.monotonic() + HANDED_AGAIN

        def true() -> bool:
            nonlocal again
            if time.monotonic() > again:
                self.deliver(self.last)
                again = time.monotonic() + HANDED_AGAIN
            return sorted(page.evaluate(SHOWN)) == sorted(bodies)

        until(true, self.player)


def until(true: Callable[[], bool], player: Player) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        player.page.wait_for_timeout(50)


def test_an_installed_site_keeps_files_and_no_page_and_shows_what_is_pushed(
    arrive: Arrive,
) -> None:
    anna = arrive(service_workers="allow")
    anna.context.grant_permissions(["notifications"])
    anna.go("/turns/")
    expect(anna.see("#turns")).to_contain_text("You sit at no table")
    anna.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    anna.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    code = anna.open_table()
    anna.go(f"/t/{code}/")
    anna.go("/turns/")
    expect(anna.see("#turns")).to_contain_text(code)
    kept = set(anna.page.evaluate(KEPT))
    assert "/offline/" in kept
    strange = {path for path in kept if not path.startswith("/static/")} - {"/offline/"}
    assert not strange, strange
    assert any(path.endswith(".js") for path in kept), "files of pages are kept as they come"

    pusher = Pusher(anna)
    pusher.push(1, "It is your turn")
    pusher.shows("It is your turn")
    pusher.push(2, "It is your turn again")
    pusher.shows("It is your turn again")  # one a table: the newer takes the place of the former
    anna.page.evaluate(DISMISSED)
    pusher.push(2, "once more", table="STVWXZ")  # the same id again, after a sender died
    pusher.push(3, "Leyla invites you", table="FGHJKL")
    pusher.shows("Leyla invites you")
    pusher.push(4, "Noam invites you", table="MNPQRS")
    pusher.shows("Leyla invites you", "Noam invites you")

    anna.witness.expect("ERR_INTERNET_DISCONNECTED", "WebSocket", "Failed to load")
    anna.witness.expect("htmx:(afterRequest|sendError)")
    anna.context.set_offline(True)
    anna.page.goto(f"/t/{code}/")
    expect(anna.see("h1")).to_have_text("No connection just now")
    assert code not in anna.page.content()
    anna.context.set_offline(False)
    anna.see("a", has_text="Try again").click()
    expect(anna.see("#room")).to_be_visible()


SUBSCRIBES = """(given) => {
  const KEY = "stand-in";
  const made = (key) => ({
    endpoint: given.endpoint,
    options: { applicationServerKey: Uint8Array.from(key).buffer },
    toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
    unsubscribe: async () => localStorage.removeItem(KEY),
  });
  PushManager.prototype.getSubscription = async () => {
    const known = localStorage.getItem(KEY);
    return known && made(JSON.parse(known));
  };
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey: key }) => {
    if (!userVisibleOnly || key.length !== 65) throw new TypeError("no such subscription");
    localStorage.setItem(KEY, JSON.stringify([...key]));
    return made(key);
  };
}"""
DEVICES = "SELECT count(*) FROM push_device WHERE endpoint = %s"
SENT = """SELECT count(*) = %s FROM push_message m JOIN accounts_user u ON u.id = m.user_id
 WHERE outcome = 'sent' AND username = %s"""


def test_a_press_subscribes_a_device_and_it_shows_what_the_worker_sends_until_it_signs_out(
    arrive: Arrive,
) -> None:
    anna, bob = arrive(service_workers="allow"), arrive()
    browser = Browser()
    with push_service() as service:
        given = browser.subscription(service.endpoint(anna.name))
        anna.context.add_init_script(f"({SUBSCRIBES})({json.dumps(given)})")
        anna.context.grant_permissions(["notifications"])
        on = anna.page.get_by_role("button", name="Show notices on this device")
        off = anna.page.get_by_role("button", name="Stop showing them on this device")

        def devices() -> int:
            return int(anna.house.rows(DEVICES, given["endpoint"])[0][0])

        def invites(number: int) -> None:
            """While no page of ours is in sight, for that would say it."""
            anna.page.goto("about:blank")
            code = bob.open_table(public="no")
            assert bob.post(f"/t/{code}/invite/", name=anna.name).status == 303
            until(lambda: len(service.received) == number, anna)

        anna.go("/me/notifications/")
        on.click()
        expect(off).to_be_visible()
        expect(anna.see("form.panel")).to_contain_text("this one")
        assert devices() == 1

        invites(1)
        anna.house.wait_until(SENT, 1, anna.name)
        first = browser.decrypt(service.received[0].body).decode()
        told = json.loads(first)
        assert told["body"].startswith(f"{bob.name} invites you")
        assert re.fullmatch(r"/me/notices/\d+/", told["open"])
        anna.go("/me/notifications/")
        pusher = Pusher(anna)
        pusher.deliver(first)
        pusher.shows(told["body"])
        anna.page.evaluate(DISMISSED)

        # A sender is killed when the push service has the message and has not answered yet.
        service.gate.clear()
        invites(2)
        anna.house.site.kill("workers")
        service.gate.set()
        anna.house.rows("UPDATE push_message SET due_at = now() WHERE done_at IS NULL")
        anna.house.site.restart("workers")
        anna.house.wait_until(SENT, 2, anna.name)
        twice = [browser.decrypt(one.body).decode() for one in service.received[1:]]
        assert len(twice) == 2 and twice[0] == twice[1], "none is lost; it has the same id"
        anna.go("/me/notifications/")
        pusher.deliver(twice[0])
        pusher.shows(json.loads(twice[0])["body"])
        anna.page.evaluate(DISMISSED)
        pusher.deliver(twice[1])
        pusher.push(0, "the next")
        pusher.shows("the next")

        off.click()
        expect(on).to_be_visible()
        assert devices() == 0
        on.click()
        expect(off).to_be_visible()
        assert devices() == 1
        anna.see("summary[aria-label^='Your account']").click()
        anna.page.get_by_role("button", name="Sign out").click()
        anna.page.wait_for_url("**/")
        until(lambda: devices() == 0, anna)
