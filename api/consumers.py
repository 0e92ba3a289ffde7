"""WebSocket consumers of programs: a seat's view comes down, moves go up, each with an answer.

It is the browser's socket with three differences: it is opened by a token, it speaks JSON, and it
takes moves. What it shows is made by `api.serializers`, as over HTTP.
"""

import asyncio
import json
from contextlib import suppress
from typing import Any

from accounts.access.rate_limit import RateLimit
from api import limits, moves, selectors, services
from api.models import Scope
from api.serializers.matches import serialize_match
from api.serializers.tables import serialize_table
from games import selectors as matches
from games.engine.errors import InvalidMove, Refusal
from games.live import broadcast, close_codes
from games.live.consumers import MatchConsumer
from games.services.refusals import NoSuchMatch
from lobby.models import Table
from lobby.refusals import NoSuchTable
from refusals.wording import words

PATIENCE = 10.0
"""Seconds in which the first message must bring the token."""

CODES = {"may-not-act": close_codes.BANNED, "too-fast": close_codes.TOO_MANY_MESSAGES}


class ProgramConsumer(MatchConsumer):
    """Subclasses say where it is: at a match, or at a table and every match played there."""

    messages = RateLimit("program", 60, 6)  # a program's moves come this way, and it is quick
    secret = ""
    token_id: int | None = None
    entered = False
    accepted = False
    patience: asyncio.TimerHandle | None = None

    # ---- Getting in ----------------------------------------------------------------------------

    async def connect(self) -> None:
        self.secret = self.in_header()
        if self.secret:
            await self.come_in()
            return
        self.prepare()
        await self.accept()
        loop = asyncio.get_running_loop()
        self.patience = loop.call_later(PATIENCE, lambda: loop.create_task(self.give_up()))

    def in_header(self) -> str:
        headers = dict(self.scope.get("headers", []))
        kind, _space, text = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        return text.strip() if kind.lower() == "bearer" else ""

    async def come_in(self) -> None:
        self.entered = True
        await super().connect()

    async def accept(self, *args: Any, **kwargs: Any) -> None:
        if not self.accepted:
            self.accepted = True
            await super().accept(*args, **kwargs)

    async def give_up(self) -> None:
        if not self.entered:
            await self.say_bye(close_codes.SIGNED_OUT, "")

    def enter(self) -> tuple[int, str] | None:
        try:
            token = selectors.admitted(self.secret)
            limits.LINKS.take(token.pk)
            selectors.require(token, Scope.READ)
            services.note_use(token)
            self.token_id, self.user_id = token.pk, token.user_id
            self.session_key = token.session
            self.language = token.user.language or self.language
            refused = super().enter()
            if not refused:
                broadcast.venue_changed(self.venue, "people")
            return refused
        except (NoSuchMatch, NoSuchTable) as refusal:
            return close_codes.NO_SUCH_TABLE, words(refusal)
        except Refusal as refusal:
            return CODES.get(refusal.code, close_codes.SIGNED_OUT), words(refusal)
        finally:
            self.secret = ""

    def leave(self) -> None:
        if self.entered:
            super().leave()

    async def disconnect(self, code: int) -> None:
        if self.patience is not None:
            self.patience.cancel()
        await super().disconnect(code)

    # ---- Staying in ----------------------------------------------------------------------------

    def why_out(self) -> tuple[int, str] | None:
        """A code and a sentence, if the token opens nothing any more."""
        try:
            selectors.still_admitted(self.token_id or 0)
        except Refusal as refusal:
            return CODES.get(refusal.code, close_codes.SIGNED_OUT), words(refusal)
        return None

    def heartbeat(self) -> tuple[tuple[int, str] | None, dict[str, Any] | None]:
        out = self.why_out()
        return (out, None) if out else (None, self.beat())

    async def revoke(self, message: dict[str, Any]) -> None:
        """Some access ended. A logout or a new password ends no token; so the token is asked."""
        if message.get("session") in (None, self.session_key):
            out = await self.in_thread(self.why_out)
            if out:
                await self.say_bye(*out)

    async def sanction_notices(self, message: dict[str, Any]) -> None:
        """What a page shows of a warning or a silence is HTML; a program hears it when it acts."""

    # ---- What comes up -------------------------------------------------------------------------

    async def hear(self, message: Any) -> None:
        if not self.entered:
            text = message.get("token") if isinstance(message, dict) else None
            if not isinstance(text, str):
                await self.say_bye(close_codes.SIGNED_OUT, "")
                return
            self.secret = text
            await self.come_in()
            return
        answer, out = await self.in_thread(self.play_as_program, message)
        await self.send(text_data=json.dumps(answer))
        if out:
            await self.say_bye(*out)

    def play_as_program(self, message: Any) -> tuple[dict[str, Any], tuple[int, str] | None]:
        """One move, answered. The token is asked again for each, so that no push need be heard."""
        name: Any = None
        try:
            if not isinstance(message, dict):
                raise InvalidMove
            bare = "move" not in message
            name = None if bare else message.get("id")
            move = message if bare else message["move"]
            token = selectors.still_admitted(self.token_id or 0)
            selectors.require(token, Scope.PLAY)
            match_id = self.match_to_play()
            seen = None if bare else message.get("seen")
            receipt = moves.play(match_id, token.user, move, name, seen)
        except Refusal as refusal:
            answer = {"refused": name, "code": refusal.code, "sentence": words(refusal)}
            return answer, self.why_out()
        return {"ack": name, "seq": receipt.seq, "repeated": receipt.repeated}, None

    def match_to_play(self) -> int:
        if self.match_id is None:
            raise NoSuchMatch
        return self.match_id

    # ---- What goes down ------------------------------------------------------------------------

    def show_match(self, wanted: dict[str, Any]) -> str:
        """The whole view each time: there is nothing to put together, and nothing to miss."""
        assert self.match_id is not None and self.user is not None
        shown = selectors.visible_to(self.user, self.loaded() or matches.read(self.match_id))
        if shown.match.seq < self.seen:
            return ""
        self.seen = shown.match.seq
        return json.dumps(serialize_match(shown, self.user))


class MatchSocket(ProgramConsumer):
    """One match, to its end."""

    def find(self) -> tuple[int, str] | None:
        token = selectors.still_admitted(self.token_id or 0)
        match_id = self.scope["url_route"]["kwargs"]["match_id"]
        if match_id >= 2**63:
            raise NoSuchMatch
        shown = selectors.find_match(match_id, token.user)
        self.match_id, self.venue = match_id, shown.match.venue
        return None

    def show(self, wanted: dict[str, Any]) -> str:
        about = wanted.get("match")
        if not wanted.get("full") and about != self.match_id:
            return ""
        return self.show_match(wanted)


class TableSocket(ProgramConsumer):
    """A table: its room whenever it changes, and every match played at it."""

    table_id: int
    room_told = ""

    def find(self) -> tuple[int, str] | None:
        table = selectors.find_table(self.scope["url_route"]["kwargs"]["code"])
        self.table_id, self.venue, self.match_id = table.pk, table.venue, table.match_id
        return None

    def beat(self) -> dict[str, Any] | None:
        missed = super().beat()
        return missed if self.room_told == self.room_message() else {"full": True}

    def match_to_play(self) -> int:
        """The match that is being played, whether or not its start was heard."""
        table = Table.objects.get(pk=self.table_id)
        if table.match_id is None:
            raise NoSuchMatch
        return table.match_id

    def room_message(self) -> str:
        assert self.user is not None
        table = Table.objects.select_related("owner").get(pk=self.table_id)
        room = serialize_table(table, self.user)
        if room["match"] != self.match_id:
            self.match_id, self.seen = room["match"], -1
        return json.dumps({"room": room})

    async def send(self, text_data: str | None = None, **kwargs: Any) -> None:
        """What is told together still is one message each."""
        for line in (text_data or "").split("\n"):
            await super().send(text_data=line, **kwargs)

    def show(self, wanted: dict[str, Any]) -> str:
        parts = []
        room = self.room_message()
        if room != self.room_told or wanted.get("full"):
            self.room_told = room
            parts.append(room)
        new = self.seen < 0
        if self.match_id is not None and (new or wanted.get("full") or "match" in wanted):
            with suppress(NoSuchMatch):  # the last match here was private, and not theirs
                parts.append(self.show_match(wanted))
        return "\n".join(filter(None, parts))
