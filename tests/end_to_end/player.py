"""A person at a browser: signs up, sits down, looks, chooses cards and presses buttons."""

import itertools
import random
import re
import secrets
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.end_to_end.running_site import RunningSite
from tests.end_to_end.witness import TELL_VIOLATIONS, Witness

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
PASSWORD = "six small brown owls"

LOOK = 50
"""Milliseconds between two looks at a page; to look with every frame draws every frame."""

_addresses = itertools.count(1)
_whim = random.Random(40)

TURN_OR_END = """() => {
  const board = document.getElementById("board");
  const mine = document.querySelector("#status[data-mine]");
  return board && (board.dataset.status !== "running" || mine);
}"""

PRESSES_ALONE = """try {
  localStorage.setItem("courtyard-forced", "off");
} catch {
  // a frame without an address has no storage
}"""

PLAYED_ON = """() => {
  const button = document.querySelector("#hand .offer[value*=playOn]");
  button?.click();
  return !button;
}"""

WHERE_IT_SHOWS = """(piece) => {
  const { left, top, width, height } = piece.getBoundingClientRect();
  for (let down = 0.15; down < 1; down += 0.2) {
    for (let along = 0.08; along < 1; along += 0.12) {
      const [x, y] = [left + width * along, top + height * down];
      if (piece.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return null;
}"""

HOLD_MOVES = """() => {
  const send = WebSocket.prototype.send;
  const held = [];
  WebSocket.prototype.send = function (text) {
    if (text.includes('"move"')) held.push(() => send.call(this, text));
    else send.call(this, text);
  };
  window.release = () => {
    WebSocket.prototype.send = send;
    for (const one of held) one();
  };
}"""
"""The page's moves stay on their way until they are released."""


class Player:
    """One person in one browser profile; `page` is the tab in front."""

    def __init__(
        self,
        browser: Browser,
        house: RunningSite,
        phone: bool = False,
        web: int = 0,
        forced: bool = False,
        **profile: Any,
    ) -> None:
        """With `forced` the page presses what is forced, else this person does."""
        self.house = house
        self.name = f"p{secrets.token_hex(4)}"
        self.witness = Witness()
        self.witness.expect("Service Worker registration blocked by Playwright")
        here = {"viewport": PHONE, "is_mobile": True, "has_touch": True} if phone else {}
        self.context = browser.new_context(
            **{
                "base_url": house.urls[web],
                "viewport": DESK,
                "reduced_motion": "reduce",
                "service_workers": "block",  # else no test could hold up a page's requests
                "extra_http_headers": {"X-Forwarded-For": f"198.18.0.{next(_addresses)}"},
                **here,
                **profile,
            }
        )
        self.context.set_default_timeout(15_000)
        self.context.add_init_script(TELL_VIOLATIONS)
        if not forced:
            self.context.add_init_script(PRESSES_ALONE)
        self.page = self.new_tab()

    # ---- Going about ---------------------------------------------------------------------------

    def new_tab(self) -> Page:
        page = self.context.new_page()
        self.witness.watch(page)
        return page

    def go(self, path: str, page: Page | None = None) -> None:
        answer = (page or self.page).goto(path)
        assert answer is not None and answer.ok, f"{path}: {answer and answer.status}"
        self.witness.read(answer.text())

    def reload(self) -> None:
        answer = self.page.reload()
        assert answer is not None and answer.ok
        self.witness.read(answer.text())

    def see(self, selector: str, **more: Any) -> Locator:
        return self.page.locator(selector, **more)

    # ---- Without looking: what other tests do by hand --------------------------------------------

    def post(self, path: str, **form: str) -> Any:
        """A form sent by this person's browser, without its page."""
        home = self.context.request.get("/").text()
        token = re.search(r'"X-CSRFToken": "([^"]+)"', home.replace("&quot;", '"'))
        assert token
        fields = {"csrfmiddlewaretoken": token[1], **form}
        return self.context.request.post(path, form=fields, max_redirects=0)

    def enter(self) -> None:
        """As one of those who have just signed up."""
        self.name, session = self.house.newcomers.pop()
        self.context.add_cookies(
            [{"name": "sessionid", "value": session, "url": url} for url in self.house.urls]
        )

    def sign_up(self) -> "Player":
        page = self.context.request.get("/accounts/signup/").text()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token
        answer = self.context.request.post(
            "/accounts/signup/",
            form={
                "csrfmiddlewaretoken": token[1],
                "username": self.name,
                "email": f"{self.name}@example.org",
                "password1": PASSWORD,
            },
            max_redirects=0,
        )
        assert answer.status == 302, answer.text()
        return self

    def game(self, name: str = "Forty") -> Locator:
        """The game on the front page, with its buttons."""
        heading = self.page.get_by_role("heading", name=name, exact=True)
        return self.page.locator(".game", has=heading)

    def open_table(self, game: str = "forty", **wishes: str) -> str:
        """A friendly public table of two, unless wished otherwise; its code."""
        form = {
            "seats": "2",
            "option_turn_seconds": "45",
            "option_rounds": "1",
            "public": "yes",
            "rated": "no",
            "leaver": "forfeit",
            **wishes,
        }
        answer = self.post(f"/new/{game}/", **form)
        assert answer.status == 303, answer.text()
        return answer.headers["location"].split("/")[2]

    # ---- At the table ----------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        return int(self.see("#board").get_attribute("data-v") or -1)

    @property
    def hand(self) -> list[str]:
        return self.page.eval_on_selector_all("#hand .piece", "all => all.map((one) => one.value)")

    @property
    def seat(self) -> int:
        """The one that the others' seats leave."""
        others = self.page.eval_on_selector_all("#seats > li", "all => all.map((one) => one.id)")
        taken = {int(name.removeprefix("seat-")) for name in others}
        return next(number for number in itertools.count() if number not in taken)

    @property
    def is_over(self) -> bool:
        return self.see("#board").get_attribute("data-status") != "running"

    @property
    def is_to_move(self) -> bool:
        return self.see("#status[data-mine]").count() > 0

    def piece(self, key: str) -> Locator:
        return self.page.locator(f'label:has(> .piece[value="{key}"])')

    @property
    def chosen(self) -> list[str]:
        """A reload keeps what was chosen, and another press would let it go."""
        return self.page.eval_on_selector_all(
            ".piece:checked", "all => all.map((one) => one.value)"
        )

    def choose(self, key: str) -> None:
        """Presses a card where it shows: in a hand the next one covers most of it."""
        piece = self.piece(key)
        piece.scroll_into_view_if_needed()
        spot = piece.evaluate(WHERE_IT_SHOWS)
        assert spot, f"{key} cannot be pressed anywhere"
        self.page.mouse.click(*spot)

    def offers(self) -> list[dict[str, Any]]:
        return self.page.eval_on_selector_all(
            "#actions .offer",
            """all => all.map((one) => ({
                id: one.id, weight: Number(one.dataset.weight),
                pieces: one.dataset.pieces ? one.dataset.pieces.split(" ") : [],
            }))""",
        )

    def prepare(self, sort: str = "") -> Locator:
        """Chooses the pieces of one legal move; the button that plays it."""
        expect(self.see("#actions .offer")).not_to_have_count(0)  # they come when all lies
        offers = self.offers()
        assert offers, "nothing can be played"
        if sort == "throw":
            offers = [one for one in offers if len(one["pieces"]) == 1]
        best = max(one["weight"] for one in offers)
        offer = _whim.choice([one for one in offers if one["weight"] == best])
        chosen = set(self.chosen)
        for key in chosen.difference(offer["pieces"]):
            self.choose(key)
        for key in offer["pieces"]:
            if key not in chosen:
                self.choose(key)
        return self.see(f"#{offer['id']}")

    def move(self, sort: str = "") -> None:
        """One whole move, seen on the own page."""
        before = self.seq
        self.prepare(sort).click()
        self.wait_for_event(before + 1)

    def wait_for_event(self, seq: int) -> None:
        self.page.wait_for_function(
            "seq => Number(document.getElementById('board')?.dataset.v) >= seq",
            arg=seq,
            polling=LOOK,
        )

    def play_on(self) -> None:
        """Between rounds: seen. If the clock was quicker, that is as well."""
        self.page.wait_for_function(PLAYED_ON, polling=LOOK)

    def wait_for_turn(self) -> None:
        """Until this player is to move, or the match is over."""
        self.page.wait_for_function(TURN_OR_END, polling=LOOK)


def seat(players: Sequence[Player], **wishes: str) -> str:
    """All at one table, ready, with the match on the stage; the table's code."""
    code = players[0].open_table(seats=str(len(players)), **wishes)
    for player in players[1:]:
        answer = player.post(f"/t/{code}/sit/")
        assert answer.status == 303, answer.text()
    for player in players:
        player.go(f"/t/{code}/")
        player.see("#ready").click()
        if player is not players[-1]:
            expect(player.see("#unready")).to_be_visible()
    for player in players:
        expect(player.see("#board")).to_be_visible()
    return code


def mover(players: Sequence[Player]) -> Player:
    """Who is to play now."""
    player = next_mover(players)
    assert player is not None, "the match is over"
    return player


def next_mover(players: Sequence[Player]) -> Player | None:
    """Who is to play, when all pages show the newest event; None when the match is over."""
    newest = max(player.seq for player in players)
    for player in players:
        player.wait_for_event(newest)
    while not players[0].is_over:
        for player in players:
            if player.is_to_move:
                return player
        if players[0].see("#board[data-between]").count():
            for player in players:
                player.play_on()
        # The server is to play: a bot, or the clock.
        newest += 1
        for player in players:
            player.wait_for_event(newest)
    return None


def play_on(players: Sequence[Player], moves: int = 200) -> int:
    """Legal moves by all of them until the match is over; how many they were."""
    for made in range(moves):
        player = next_mover(players)
        if player is None:
            return made
        player.move()
    return moves
