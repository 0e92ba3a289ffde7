"""WebSocket consumers of programs: a seat's view comes down, moves go up, each with an answer.

It is the browser's socket with three differences: it is opened by a token, it speaks JSON, and it
takes moves. What it shows is made by `api.serializers`, as over HTTP.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from accounts.access.rate_limit import RateLimit
from accounts.models import User
from api import limits, moves, selectors, services
from api.models import Scope
from api.refusals import MissingScope
from api.serializers.matches import encode, serialize_match
from api.serializers.tables import serialize_table
from games import selectors as matches
from games.engine.errors import InvalidMove, Refusal
from games.live import broadcast, close_codes
from games.live.consumers import MatchConsumer
from games.live.heartbeats import Beat, Pulse, Verdict
from games.live.room import Room
from games.models import Match
from games.services.optimistic import Guard
from games.services.refusals import NoSuchMatch
from lobby import selectors as tables
from lobby.finding.lookup import find_for_socket
from lobby.models import Chair, Table
from refusals.wording import words

PATIENCE = 10.0
"""Seconds in which the first message must bring the token."""

CODES = {"may-not-act": close_codes.BANNED, "too-fast": close_codes.TOO_MANY_MESSAGES}


class ProgramConsumer(MatchConsumer):
    """Subclasses say where it is: at a match, or at a table and every match played there."""

    messages = RateLimit("program", 60, 6)  # a program's moves come this way, and it is quick
    secret = ""
    token_id: int | None = None
    scopes: Sequence[str] = ()
    entered = False
    accepted = False
    patience: asyncio.TimerHandle | None = None

    # ---- Getting in ----------------------------------------------------------------------------

    async def connect(self) -> None:
        self.secret = self.in_header()
        if self.secret:
            await self.knock()
            return
        self.prepare()
        await self.accept()
        loop = asyncio.get_running_loop()
        self.patience = loop.call_later(PATIENCE, lambda: loop.create_task(self.give_up()))

    def in_header(self) -> str:
        headers = dict(self.scope.get("headers", []))
        kind, _space, text = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        return text.strip() if kind.lower() == "bearer" else ""

    async def knock(self) -> None:
        self.entered = True
        await super().connect()

    def come_in(self) -> tuple[int, str] | None:
        """A token says who it is, never a cookie."""
        return self.enter()

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
            self.token_id, self.user, self.user_id = token.pk, token.user, token.user_id
            self.scopes, self.guard = token.scopes, Guard(selectors.STANDING, token.pk)
            self.session_key = token.session
            self.language = token.user.language or self.language
            refused = self.take_place() or super().enter()
            if not refused:
                broadcast.somebody_came(self.venue)
            return refused
        except NoSuchMatch as refusal:
            return close_codes.NO_SUCH_TABLE, words(refusal)
        except Refusal as refusal:
            return CODES.get(refusal.code, close_codes.SIGNED_OUT), words(refusal)
        finally:
            self.secret = ""

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

    def pulse(self) -> Pulse:
        return replace(super().pulse(), session=None)

    @classmethod
    def look_again(cls, sockets: Sequence[Any], beats: Sequence[Beat]) -> list[Verdict]:
        """Which tokens still open is asked for all of them at once, and why not for the others."""
        verdicts = super().look_again(sockets, beats)
        standing = selectors.standing([socket.token_id for socket in sockets])
        for socket, verdict in zip(sockets, verdicts, strict=True):
            if socket.token_id not in standing:
                verdict.bye = socket.why_out()
        return verdicts

    def checked(self, beat: Beat) -> Verdict:
        missed = beat.seq is not None and beat.seq > self.seen
        return Verdict(missed={"match": self.match_id, "seq": beat.seq} if missed else None)

    async def revoke(self, message: dict[str, Any]) -> None:
        """Some access ended. A logout ends no token; so the token is asked."""
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
            await self.knock()
            return
        answer, refused = await self.play_as_program(message)
        await self.send(text_data=answer)
        if refused:
            await self.revoke({})

    async def play_as_program(self, message: Any) -> tuple[str, bool]:
        """One move, answered. The token is asked again for each, so that no push need be heard."""
        name: Any = None
        try:
            if not isinstance(message, dict):
                raise InvalidMove
            bare = "move" not in message
            name = None if bare else message.get("id")
            move = message if bare else message["move"]
            seen = None if bare else message.get("seen")
            if Scope.PLAY not in self.scopes:
                raise MissingScope(scope=Scope.PLAY)
            room = await self.room_to_play()
            sent = moves.read(move, name, seen, self.seat)
            receipt = await room.play(self, sent.move, sent.id, sent.seen)
        except Refusal as refusal:
            told = {"refused": name, "code": refusal.code, "sentence": words(refusal)}
            return encode(told), True
        return encode({"ack": name, "seq": receipt.seq, "repeated": receipt.repeated}), False

    def seat(self) -> int | None:
        shown = self.loaded()
        return None if shown is None else shown.seat_of(self.user_id)

    def admitted(self) -> User:
        token = selectors.still_admitted(self.token_id or 0)
        selectors.require(token, Scope.PLAY)
        return token.user

    async def room_to_play(self) -> Room:
        if self.match_id is None:
            raise NoSuchMatch
        return await self.enter_room(self.match_id)

    # ---- What goes down ------------------------------------------------------------------------

    def tell_match(self, wanted: dict[str, Any]) -> str:
        """The whole view each time: there is nothing to put together, and nothing to miss."""
        assert self.match_id is not None and self.user is not None
        shown = selectors.visible_to(self.user, self.loaded() or matches.read(self.match_id))
        if shown.match.seq < self.seen:
            return ""
        self.seen = shown.match.seq
        return encode(serialize_match(shown, self.user))

    def knows(self, wanted: dict[str, Any]) -> bool:
        return self.knows_match() and self.is_at_hand(wanted)

    def is_at_hand(self, wanted: dict[str, Any]) -> bool:
        """The usual nudge: the match went on, and nothing else happened."""
        shown = self.loaded()
        plain = not wanted.get("full") and not wanted.get("whats")
        return (
            plain
            and wanted.get("match") == self.match_id
            and shown is not None
            and shown.match.status == Match.Status.RUNNING
            and "code" in shown.kept
        )

    def show_at_once(self, wanted: dict[str, Any]) -> str | None:
        """A move that the room knows, encoded once for each seat and for all who look on."""
        shown = self.loaded()
        if shown is None or not self.is_at_hand(wanted):
            return None
        assert self.user is not None
        selectors.visible_to(self.user, shown)
        if shown.match.seq < self.seen:
            return ""
        self.seen = shown.match.seq
        key = ("json", self.language, shown.seat_of(self.user.pk))
        if key not in shown.html:
            shown.html[key] = encode(serialize_match(shown, self.user))
        return shown.html[key]


class MatchSocket(ProgramConsumer):
    """One match, to its end."""

    def find(self) -> tuple[int, str] | None:
        assert self.user is not None
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.venue = selectors.venue_of(self.match_id, self.user)
        return None

    def show_at_once(self, wanted: dict[str, Any]) -> str | None:
        if not wanted.get("full") and wanted.get("match") != self.match_id:
            return ""  # who came to the table is not told here
        return super().show_at_once(wanted)

    def show(self, wanted: dict[str, Any]) -> str:
        return self.tell_match(wanted)


class TableSocket(ProgramConsumer):
    """A table: its room whenever it changes, and every match played at it."""

    table_id: int
    room_told = ""

    def find(self) -> tuple[int, str] | None:
        table = find_for_socket(self.scope, self.user)
        if not isinstance(table, Table):
            return table
        self.table_id, self.venue, self.match_id = table.pk, table.venue, table.match_id
        return None

    @classmethod
    def look_again(cls, sockets: Sequence[Any], beats: Sequence[Beat]) -> list[Verdict]:
        verdicts = super().look_again(sockets, beats)
        found, chairs = tables.tables_with_chairs({socket.table_id for socket in sockets})
        for socket, verdict in zip(sockets, verdicts, strict=True):
            table = found.get(socket.table_id)
            if table is not None and socket.room_told != socket.told(table, chairs[table.pk]):
                verdict.missed = {"full": True}
        return verdicts

    async def room_to_play(self) -> Room:
        """The match that is being played, whether or not its start was heard."""
        shown = self.loaded()
        if shown is None or shown.match.status != Match.Status.RUNNING:
            self.match_id = await self.in_thread(self.match_now)
        return await super().room_to_play()

    def match_now(self) -> int | None:
        return Table.objects.get(pk=self.table_id).match_id

    def room_message(self) -> str:
        table = Table.objects.select_related("owner").get(pk=self.table_id)
        return self.told(table, tables.chairs_of(table))

    def told(self, table: Table, chairs: list[Chair]) -> str:
        assert self.user is not None
        room = serialize_table(table, self.user, chairs)
        if room["match"] != self.match_id:
            self.match_id, self.seen = room["match"], -1
        return encode({"room": room})

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
                parts.append(self.tell_match(wanted))
        return "\n".join(filter(None, parts))
