"""Players of a faults run: programs by the JSON API, and pages without a screen.

A move goes up the socket. One whose answer does not come within two seconds, or at all, is sent by
HTTP under the same id until somebody answers. Now and then an answer is lost on purpose, a request
goes twice, or an old one comes again later. Everything goes into the player's journal.
"""

import hashlib
import http.client
import json
import random
import secrets
import threading
import time
from contextlib import suppress
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from games.live.packing import ASKED
from ops.faults.captures import Recorder
from ops.faults.evidence import (
    ACK,
    CLOSED,
    OFFERS,
    OPENED,
    REFUSED,
    SENT,
    VIEW,
    Entry,
    Journal,
)
from ops.faults.page_text import PageText, unpacked

SILENCE = 2.0
"""Seconds after which the other way is taken."""
DEAD = 4.0
"""Seconds without a pong after which a connection counts as dead."""
GIVES_UP = 120.0
LOST = (OSError, WebSocketException, EOFError, http.client.HTTPException)


class Unexpected(Exception):
    """An answer that no player should ever get."""


class Player:
    """One person at one table, in a thread of its own."""

    role = ""

    def __init__(
        self, urls: list[str], user: int, code: str, whim: random.Random, record: Recorder
    ) -> None:
        self.urls, self.code, self.whim, self.record = urls, code, whim, record
        self.journal = Journal(f"{self.role} {user}", user, self.role)
        self.match, self.seq, self.status = 0, -1, ""
        self.moves: list[str] = []
        """What may be played now, as JSON."""
        self.trouble: list[str] = []
        self._old: list[tuple[float, int, dict[str, Any]]] = []
        self._quiet, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._stay, daemon=True, name=self.journal.who)

    def start(self) -> None:
        self._thread.start()

    def pause(self) -> None:
        """Finishes the move at hand and makes no other."""
        self._quiet.set()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(GIVES_UP + 20)

    @property
    def accepted(self) -> int:
        return sum(entry.kind == ACK for entry in self.journal.entries)

    # ---- What differs between a program and a page -----------------------------------------------

    def headers(self) -> dict[str, str]:
        raise NotImplementedError

    def socket_path(self) -> str:
        raise NotImplementedError

    def read(self, text: str) -> None:
        """A message that is no answer to a move."""
        raise NotImplementedError

    def request(self, match: int, move: dict[str, Any]) -> tuple[str, str, str]:
        """Path, body and type of a move by HTTP."""
        raise NotImplementedError

    def ready_request(self) -> tuple[str, str, str]:
        raise NotImplementedError

    def arrive(self) -> None:
        """Before the socket opens."""

    # ---- The table -------------------------------------------------------------------------------

    def note(self, kind: str, **about: Any) -> None:
        self.journal.entries.append(Entry(time.time(), kind, **about))

    def _stay(self) -> None:
        while not self._stop.is_set():
            try:
                self.arrive()
                self._sit_through()
            except LOST:
                pass
            except Unexpected as error:
                self.trouble.append(f"{self.journal.who}: {error}")
            except Exception as error:
                self.trouble.append(f"{self.journal.who}: {error!r}")
                return
            self._stop.wait(self.whim.uniform(0.5, 1.5))

    def _sit_through(self) -> None:
        """One connection, as long as it lasts."""
        url = self.whim.choice(self.urls)
        with connect(
            url.replace("http", "ws", 1) + self.socket_path(),
            origin=Origin(url),
            additional_headers=self.headers(),
            open_timeout=5,
            close_timeout=1,
            max_size=2**20,
            proxy=None,
        ) as socket:
            if socket.response is not None:
                self.record.keep(str(socket.response.headers), "the socket's answer")
            self.moves = []
            self.fresh_page()
            self.note(OPENED)
            try:
                self._listen(socket)
            finally:
                self.note(CLOSED)

    def fresh_page(self) -> None:
        """A new connection knows nothing."""

    def _listen(self, socket: ClientConnection) -> None:
        pinged = heard = asked = time.monotonic()
        plays_at = 0.0
        while not self._stop.is_set():
            with suppress(TimeoutError):
                self.read(self._heard(socket, 0.2))
                heard = time.monotonic()
            now = time.monotonic()
            if now - pinged > 1:
                pinged = now
                socket.send(json.dumps({"ping": 1}))
            if now - heard > DEAD:
                return
            self._repeat_old(now)
            if self.status not in {"", "running"} and now - asked > 3 and not self._quiet.is_set():
                asked = now
                self._ask(*self.ready_request())
            if not self.moves or self._quiet.is_set():
                plays_at = 0.0
            elif not plays_at:
                plays_at = now + self.pace()
            elif now >= plays_at:
                plays_at = 0.0
                if not self._move(socket):
                    return  # refused for what it did not know: it looks at the table anew

    def _heard(self, socket: ClientConnection, seconds: float) -> str:
        frame = socket.recv(timeout=seconds)
        self.record.keep(frame, "the socket")
        return unpacked(frame)

    def pace(self) -> float:
        """Now and then somebody sleeps until the bell."""
        return 60.0 if self.whim.random() < 0.04 else self.whim.uniform(0.2, 0.9)

    # ---- Moves -----------------------------------------------------------------------------------

    def _move(self, socket: ClientConnection) -> bool:
        move = {
            "match": self.match,
            "move": json.loads(self.whim.choice(self.moves)),
            "id": str(uuid4()),
            "seen": self.seq,
        }
        self.moves = []
        about = {"match": self.match, "move_id": move["id"]}
        self.note(SENT, **about)
        answer = None
        with suppress(*LOST):
            answer = self._by_socket(socket, move)
        if answer is None:
            answer = self._by_http(move)
        accepted, seq = answer
        self.note(ACK if accepted else REFUSED, seq=seq, **about)
        if accepted and self.whim.random() < 0.08:
            self._old.append((time.monotonic() + self.whim.uniform(0.5, 8), seq, move))
        return accepted

    def _by_socket(self, socket: ClientConnection, move: dict[str, Any]) -> tuple[bool, int] | None:
        """Accepted and its number; None when nobody said so within two seconds."""
        socket.send(json.dumps(move))
        chance = self.whim.random()
        if chance < 0.05:
            return None  # its answer is lost on the way
        if chance < 0.1:
            socket.send(json.dumps(move))  # it goes twice
        until = time.monotonic() + SILENCE
        while (left := until - time.monotonic()) > 0:
            text = self._heard(socket, left)
            if text.startswith(('{"ack"', '{"refused"')):
                told = json.loads(text)
                if move["id"] in {told.get("ack"), told.get("refused")}:
                    return "ack" in told, told.get("seq", -1)
            else:
                self.read(text)
        return None

    def _by_http(self, move: dict[str, Any]) -> tuple[bool, int]:
        until = time.monotonic() + GIVES_UP
        while time.monotonic() < until:
            deaf = self.whim.uniform(0, 0.06) if self.whim.random() < 0.15 else None
            status, body = self._ask(*self.request(move["match"], move), deaf=deaf)
            if status in {200, 204}:
                return True, json.loads(body)["seq"] if status == 200 else -1
            if status in {403, 404, 409, 422}:
                return False, -1
            if status not in {0, 429, 502, 503}:
                self.trouble.append(f"{self.journal.who}: a move was answered {status}")
            time.sleep(0.3)
        raise Unexpected(f"nobody answered for {GIVES_UP:.0f} s")

    def _repeat_old(self, now: float) -> None:
        """A request that comes again, long after its answer: the same answer, and nothing more."""
        for late in [each for each in self._old if each[0] <= now]:
            self._old.remove(late)
            _, seq, move = late
            status, body = self._ask(*self.request(move["match"], move))
            if status == 200 and seq >= 0 and json.loads(body)["seq"] != seq:
                self.trouble.append(f"{self.journal.who}: a repeat of {seq} was told {body}")
            if status in {403, 404, 409, 422}:
                self.trouble.append(f"{self.journal.who}: a repeat was refused: {body[:200]}")

    # ---- HTTP ------------------------------------------------------------------------------------

    def _ask(
        self, path: str, body: str, kind: str, deaf: float | None = None, method: str = "POST"
    ) -> tuple[int, str]:
        """One request to any web process; 0 when there is no answer.

        `deaf`: the line breaks so many seconds after the request left.
        """
        parts = urlsplit(self.whim.choice(self.urls))
        line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=8)
        try:
            line.request(method, path, body or None, self.headers() | {"Content-Type": kind})
            if deaf is not None:
                time.sleep(deaf)
                return 0, ""
            answer = line.getresponse()
            text = answer.read().decode()
            self.record.keep(f"{answer.headers}{text}", path)
            return answer.status, text
        except LOST:
            return 0, ""
        finally:
            line.close()


class Program(Player):
    role = "program"

    def __init__(self, *args: Any, secret: str) -> None:
        super().__init__(*args)
        self.secret = secret

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"}

    def socket_path(self) -> str:
        return f"/api/v1/tables/{self.code}/ws"

    def read(self, text: str) -> None:
        told = json.loads(text)
        if "view" not in told:
            return
        self.match, self.seq, self.status = told["match"], told["seq"], told["status"]
        self.moves = [json.dumps(move) for move in told["legalMoves"]]
        self.note(VIEW, match=self.match, seq=self.seq, digest=digest(told["view"]))

    def request(self, match: int, move: dict[str, Any]) -> tuple[str, str, str]:
        body = {"move": move["move"], "moveId": move["id"], "seen": move["seen"]}
        return f"/api/v1/matches/{match}/moves", json.dumps(body), "application/json"

    def ready_request(self) -> tuple[str, str, str]:
        body = json.dumps({"nonce": secrets.token_hex(16)})
        return f"/api/v1/tables/{self.code}/ready", body, "application/json"


class Page(Player):
    """A browser without a screen: the page's HTML, then what its socket brings."""

    role = "page"

    def __init__(self, *args: Any, cookies: str) -> None:
        super().__init__(*args)
        self.cookies, self.token = cookies, secrets.token_hex(16)
        self.page = PageText()

    def headers(self) -> dict[str, str]:
        return {"Cookie": f"{self.cookies}; csrftoken={self.token}", "X-CSRFToken": self.token}

    def arrive(self) -> None:
        status, _ = self._ask(f"/t/{self.code}/", "", "text/html", method="GET")
        if status not in {0, 200, 502, 503}:
            self.trouble.append(f"{self.journal.who}: the page was answered {status}")

    def fresh_page(self) -> None:
        self.page = PageText()

    def socket_path(self) -> str:
        return f"/ws/table/{self.code}/?{ASKED.decode()}"

    def read(self, text: str) -> None:
        if text.startswith(('{"pong"', '{"bye"')):
            return
        shown = Frame()
        html = self.page.read(text)
        if html != text:
            self.record.keep(html, "the socket, put together")
        shown.feed(html)
        if not shown.board:
            return
        self.match, self.seq = int(shown.board["data-match"]), int(shown.board["data-v"])
        self.status, self.moves = shown.board["data-status"], shown.offers
        self.note(OFFERS, match=self.match, seq=self.seq, offers=[*map(canonical, self.moves)])

    def request(self, match: int, move: dict[str, Any]) -> tuple[str, str, str]:
        form = {"move": json.dumps(move["move"]), "move_id": move["id"], "seen": move["seen"]}
        return f"/match/{match}/move/", urlencode(form), "application/x-www-form-urlencoded"

    def ready_request(self) -> tuple[str, str, str]:
        return f"/t/{self.code}/ready/", "", "application/x-www-form-urlencoded"


class Silent(Player):
    """Sat down, was ready, and never came: the control that absence is noticed."""

    role = "silent"

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass


class Frame(HTMLParser):
    """What a push tells a player: which event it shows, and what may be played as it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.board: dict[str, str] = {}
        self.offers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if given.get("id") == "board":
            self.board = given
        if tag == "button" and given.get("name") == "move" and "data-gather" not in given:
            self.offers.append(given["value"])


def digest(view: Any) -> str:
    text = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def canonical(move: str) -> str:
    return json.dumps(json.loads(move), sort_keys=True, separators=(",", ":"))
