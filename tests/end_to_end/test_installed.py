"""The service worker in the browser: what it keeps, what it shows offline, what it shows when
pushed."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.end_to_end.conftest import Arrive
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

    def push(self, number: int, body: str) -> None:
        told = {"id": number, "tag": "one table", "title": "Courtyard", "body": body}
        told |= {"page": "/t/BCDFGH/", "open": "/me/notices/1/"}
        self.devtools.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self.player.house.urls[0],
                "registrationId": self.registration,
                "data": json.dumps(told),
            },
        )

    def shows(self, *bodies: str) -> None:
        self.player.page.wait_for_function(
            f"async (wanted) => String(await ({SHOWN})()) === String(wanted)", arg=list(bodies)
        )


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
    pusher.push(2, "It is your turn again")  # the same once more, after a sender died
    pusher.push(3, "Leyla invites you")
    pusher.shows("Leyla invites you")

    anna.witness.expect("ERR_INTERNET_DISCONNECTED", "WebSocket", "Failed to load")
    anna.witness.expect("htmx:(afterRequest|sendError)")
    anna.context.set_offline(True)
    anna.page.goto(f"/t/{code}/")
    expect(anna.see("h1")).to_have_text("No connection just now")
    assert code not in anna.page.content()
    anna.context.set_offline(False)
    anna.see("a", has_text="Try again").click()
    expect(anna.see("#room")).to_be_visible()


def test_an_invitation_comes_through_the_worker_to_a_device_until_it_logs_out(
    arrive: Arrive,
) -> None:
    anna, bob = arrive(), arrive()
    browser = Browser()
    with push_service() as service:
        given = browser.subscription(service.endpoint(anna.name))
        assert anna.post("/me/notifications/device/", **given).status == 204
        code = bob.open_table()
        assert bob.post(f"/t/{code}/invite/", name=anna.name).status == 303
        sent = "SELECT count(*) = 1 FROM push_message m JOIN accounts_user u ON u.id = m.user_id"
        anna.house.wait_until(f"{sent} WHERE outcome = 'sent' AND username = %s", anna.name)
        (received,) = service.received
        told = json.loads(browser.decrypt(received.body))
        assert told["body"].startswith(f"{bob.name} invites you")
        assert re.fullmatch(r"/me/notices/\d+/", told["open"])
        assert anna.post("/accounts/logout/").status == 302
        devices = "SELECT count(*) FROM push_device WHERE endpoint = %s"
        assert anna.house.rows(devices, given["endpoint"]) == [(0,)]
