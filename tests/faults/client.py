"""A player without a browser: the forms by HTTP, the table by WebSocket, every answer in a journal.

A move goes up the socket, as a page sends it. One whose answer did not arrive is sent by HTTP, with
the same id, until somebody answers.
"""

import http.client
import json
import random
import re
import secrets
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.pushes import PageText

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
LONGEST_OUTAGE = 40.0  # seconds
SILENCE = 2.0  # after which a page takes the other way


@dataclass
class Journal:
    """What this player was told about each move."""

    accepted: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    by_socket: int = 0  # of the accepted
    repeated: int = 0  # requests sent again because nobody had answered


class Frame(HTMLParser):
    """What a push tells a player: which event it shows, and what may be played."""

    def __init__(self) -> None:
        super().__init__()
        self.board: dict[str, str] = {}
        self.offers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if given.get("id") == "board":
            self.board = given
        if tag == "button" and given.get("name") == "move":
            self.offers.append(given["value"])


class Client:
    def __init__(self, urls: list[str], seed: int) -> None:
        self.urls = urls
        self.name = f"f{secrets.token_hex(4)}"
        self.address = f"198.18.1.{secrets.randbelow(250) + 1}"
        self.cookies: dict[str, str] = {}
        self.journal = Journal()
        self.match = 0
        self.seq = -1
        self.offers: list[str] = []
        self.whim = random.Random(seed)
        self.trouble: BaseException | None = None
        self._stop = threading.Event()
        self._quiet = threading.Event()
        self._thread: threading.Thread | None = None

    # ---- HTTP ----------------------------------------------------------------------------------

    def ask(
        self, method: str, path: str, form: dict[str, str] | None = None, deaf: float | None = None
    ) -> tuple[int, str]:
        """One request to any web process; an OSError or HTTPException when there is no answer.

        `deaf`: the line breaks so many seconds after the request left.
        """
        parts = urlsplit(self.whim.choice(self.urls))
        line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=8)
        headers = {"Cookie": self._cookie(), "X-Forwarded-For": self.address}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["X-CSRFToken"] = self.cookies.get("csrftoken", "")
        try:
            line.request(method, path, urlencode(form) if form is not None else None, headers)
            if deaf is not None:
                time.sleep(deaf)
                raise ConnectionResetError
            answer = line.getresponse()
            body = answer.read().decode()
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.headers.get("Location") or body
        finally:
            line.close()

    def sign_up(self) -> "Client":
        _, page = self.ask("GET", "/accounts/signup/")
        token = TOKEN.search(page)
        assert token
        status, body = self.ask(
            "POST",
            "/accounts/signup/",
            {
                "csrfmiddlewaretoken": token[1],
                "username": self.name,
                "email": f"{self.name}@example.org",
                "password1": "six small brown owls",
            },
        )
        assert status == 302, body
        return self

    def open_table(self, **wishes: str) -> str:
        form = {
            "seats": "2",
            "option_turn_seconds": "30",
            "option_rounds": "5",
            "public": "yes",
            "rated": "no",
            "leaver": "wait",
            **wishes,
        }
        status, place = self.ask("POST", "/new/forty/", form)
        assert status == 302, place
        return place.strip("/").split("/")[-1]

    def do(self, code: str, what: str) -> None:
        status, body = self.ask("POST", f"/t/{code}/{what}/", {})
        assert status in {204, 303}, body

    # ---- The table -----------------------------------------------------------------------------

    def play(self, code: str, idle: bool = False) -> None:
        """Comes to the table and stays; plays whatever it may, unless idle."""
        self._thread = threading.Thread(target=self._stay, args=(code, idle), daemon=True)
        self._thread.start()

    def pause(self) -> None:
        """Finishes the move at hand and makes no other."""
        self._quiet.set()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join(20)
        if self.trouble:
            raise self.trouble

    def _stay(self, code: str, idle: bool) -> None:
        try:
            while not self._stop.is_set():
                try:
                    self._sit_through(code, idle)
                except (OSError, WebSocketException, EOFError):
                    time.sleep(0.2)
        except BaseException as error:
            self.trouble = error

    def _sit_through(self, code: str, idle: bool) -> None:
        """One connection, as long as it lasts."""
        url = self.whim.choice(self.urls)
        headers = {"Cookie": self._cookie()}
        where = f"ws{url.removeprefix('http')}/ws/table/{code}/"
        with connect(
            where, origin=Origin(url), additional_headers=headers, open_timeout=5
        ) as socket:
            page = PageText()
            pinged = heard = time.monotonic()
            while not self._stop.is_set():
                try:
                    self._read(page.read(str(socket.recv(timeout=0.1))))
                    heard = time.monotonic()
                except TimeoutError:
                    pass
                if time.monotonic() - pinged > 1:
                    pinged = time.monotonic()
                    socket.send(json.dumps({"ping": 1}))
                if time.monotonic() - heard > 4:
                    return  # open, and dead
                if self.offers and not idle and not self._quiet.is_set():
                    time.sleep(self.whim.uniform(0.2, 0.5))
                    if not self._move(socket, page):
                        return  # refused for what it did not know: it looks at the table anew

    def _read(self, frame: str) -> None:
        shown = Frame()
        shown.feed(frame)
        if not shown.board:
            return
        self.match, self.seq = int(shown.board["data-match"]), int(shown.board["data-v"])
        self.offers = shown.offers

    def _move(self, socket: ClientConnection, page: PageText) -> bool:
        """One move, asked until it is answered. Now and then the answer is lost on the way."""
        move_id = str(uuid4())
        form = {"move": self.whim.choice(self.offers), "move_id": move_id, "seen": str(self.seq)}
        match, self.offers = self.match, []
        with suppress(OSError, WebSocketException, EOFError):
            answer = self._send(socket, page, match, form)
            if answer == "ack":
                self.journal.by_socket += 1
                self.journal.accepted.append(move_id)
                return True
            if answer == "refused":
                self.journal.refused.append(move_id)
                return False
        return self._post(match, form)

    def _send(
        self, socket: ClientConnection, page: PageText, match: int, form: dict[str, str]
    ) -> str:
        """By the open socket; "ack", "refused", or nothing within two seconds."""
        move_id = form["move_id"]
        move = {"match": match, "move": json.loads(form["move"]), "id": move_id}
        socket.send(json.dumps(move | {"seen": int(form["seen"])}))
        if self.whim.random() < 0.1:
            return ""  # it went, and its answer is not waited for
        until = time.monotonic() + SILENCE
        while (left := until - time.monotonic()) > 0:
            try:
                frame = str(socket.recv(timeout=left))
            except TimeoutError:
                return ""
            told = json.loads(frame) if frame.startswith(('{"ack"', '{"refused"')) else {}
            for answer in ("ack", "refused"):
                if told.get(answer) == move_id:
                    return answer
            if not told:
                self._read(page.read(frame))
        return ""

    def _post(self, match: int, form: dict[str, str]) -> bool:
        move_id = form["move_id"]
        until = time.monotonic() + LONGEST_OUTAGE
        while time.monotonic() < until:
            deaf = self.whim.uniform(0, 0.06) if self.whim.random() < 0.2 else None
            try:
                status, body = self.ask("POST", f"/match/{match}/move/", form, deaf)
            except (OSError, http.client.HTTPException):
                status, body = 0, ""
            if status == 204:
                self.journal.accepted.append(move_id)
                return True
            if status == 422:
                self.journal.refused.append(move_id)
                return False
            assert status in {0, 500, 503}, f"{status}: {body}"
            self.journal.repeated += 1
            time.sleep(0.15)
        raise AssertionError(f"nobody answered for {LONGEST_OUTAGE} s")

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())
