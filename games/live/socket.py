"""The WebSocket base consumer: small messages, few of them, a heartbeat, one answer at a time.

Everything a page shows comes down here; pings and moves go up. A socket that is refused is
accepted first and then closed with a code of its own, for a browser cannot see why it was refused
before. Database work runs in a small pool of threads, so one slow query stops no other table.
An idle socket has no task of its own: the hub wakes it, and its heart beats with all others.
"""

import asyncio
import contextvars
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from uuid import uuid4

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from accounts.access import permissions
from accounts.access.permissions import sign_in_of
from accounts.access.rate_limit import RateLimit
from accounts.access.refusals import Banned, MayNotAct
from accounts.models import User
from accounts.sanctions import rendering as sanctions
from games.live import broadcast, close_codes, connection_limits
from games.live.heartbeats import Beat, Pulse, Verdict
from games.live.hub import hub
from games.live.packing import ASKED, packed, plain
from games.live.threads import in_thread
from games.page.phrases import spoken
from games.page.push import Told
from refusals.wording import words

log = logging.getLogger("courtyard.live")

LARGEST = 2048  # characters; Daphne's own limit is for what goes down and only tears the line
PATIENCE = 3  # failures in a row


class LiveConsumer(AsyncWebsocketConsumer):
    """Subclasses say where the socket is (`enter`), what it shows, and what follows a nudge."""

    messages = RateLimit("messages", 20, 5)
    user: User | None = None
    user_id: int | None = None
    session_key: str | None = None
    credential: str | None = None
    """Of the session and the password, as the last full check found them."""
    beat_at = 0.0
    address = ""
    place: object | None = None
    """Among the open sockets of this person or address."""
    knocked = False
    """It was asked who comes, so there may be something to leave."""
    unpacks = False

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        """One message after another, as they come.

        The hub listens for all sockets of the process, so there is one source to wait for and no
        need of Channels' task for every message.
        """
        self.scope, self.base_send, self.channel_layer = scope, send, None
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            if self.place is not None:
                connection_limits.give_back(self.place)

    def prepare(self) -> None:
        """A socket at its beginning, of nobody yet."""
        self.link = uuid4()
        self.groups_joined: list[str] = []
        self.failures = 0
        self.wanted: dict[str, Any] | None = None
        self.showing: asyncio.Task[None] | None = None
        self.speak(self.pick_language())

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """An address that opens one after another is sent away before anybody is asked."""
        self.address = connection_limits.client_address(self.scope)
        if connection_limits.opens_too_fast(self.address, self.scope):
            self.prepare()
            await self.accept()
            await self.close(code=close_codes.TOO_FAST)
            return
        await super().websocket_connect(message)

    async def connect(self) -> None:
        self.prepare()
        await self.accept()
        self.knocked = True
        try:
            refused = await self.in_thread(self.come_in)
            if refused:
                await self.say_bye(*refused)
                return
            for group in self.listens_to():
                self.groups_joined.append(group)
                await hub().join(group, self)
        except Exception:
            log.exception("a socket could not be opened")
            await self.close(code=close_codes.TRY_AGAIN)
            return
        self.speak(self.language)
        hub().heart.add(self)
        self.want({"full": True})

    def speak(self, language: str) -> None:
        """All that this socket says is said in its own language, whoever wakes it."""
        self.language = language
        translation.activate(language)
        self.context = contextvars.copy_context()

    def pick_language(self) -> str:
        chosen = self.user.language if self.user else ""
        chosen = chosen or self.scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
        return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    async def disconnect(self, code: int) -> None:
        hub().heart.remove(self)
        hub().shows.drop(self)
        if self.showing is not None:
            self.showing.cancel()
        for group in self.groups_joined:
            await hub().part(group, self)
        if self.knocked:
            await self.in_thread(self.leave)

    async def in_thread(self, work: Any, *args: Any) -> Any:
        def speak() -> Any:
            with translation.override(self.language):
                return work(*args)

        return await in_thread(speak)

    async def before_show(self, wanted: dict[str, Any]) -> None:
        """What must be known before it can be shown."""

    def knows(self, wanted: dict[str, Any]) -> bool:
        """Whether what is wanted is in memory, so that not even `before_show` has to be asked."""
        return False

    def show_at_once(self, wanted: dict[str, Any]) -> Told | None:
        """What needs no query is shown without a thread. None: it needs one."""
        return None

    # ---- What a subclass brings; these run in a thread -------------------------------------------

    def come_in(self) -> tuple[int, str] | None:
        """Finds who it is by the session's cookie, and enters."""
        key = self.scope.get("cookies", {}).get(settings.SESSION_COOKIE_NAME)
        found = sign_in_of(key) if key else None
        if found is not None:
            self.user, self.user_id, self.session_key = found.user, found.user.pk, key
            self.credential = found.mark
        self.language = self.pick_language()
        self.unpacks = ASKED in self.scope.get("query_string", b"")
        return self.take_place() or self.enter()

    def take_place(self) -> tuple[int, str] | None:
        """A close code and a sentence if this person or address has enough sockets open."""
        self.place = connection_limits.take_place(self.user_id, self.address)
        if self.place is not None:
            return None
        if self.user_id is None:
            why = gettext("Too many pages are open from your network. Close some, or sign in.")
        else:
            why = gettext("Too many of your pages are open. Close some of them.")
        return close_codes.TOO_MANY_SOCKETS, why

    def enter(self) -> tuple[int, str] | None:
        """Finds the venue. Gives a close code and a sentence if there is nothing to see."""

    def leave(self) -> None:
        """The socket is gone."""

    def show(self, wanted: dict[str, Any]) -> Told:
        """What answers a nudge; empty for nothing to say."""
        raise NotImplementedError

    def listens_to(self) -> list[str]:
        return [] if self.user_id is None else [broadcast.user_group(self.user_id)]

    # ---- Showing: one rendering at a time, and only the newest ---------------------------------

    async def nudge(self, message: dict[str, Any]) -> None:
        self.want(message)

    async def ring(self, message: dict[str, Any]) -> None:
        """This person's notices changed. A page with a bell shows it."""

    def want(self, message: dict[str, Any]) -> None:
        """Several nudges while one rendering is under way become one more."""
        self.wanted = {**(self.wanted or {}), **message}
        if "what" in message:
            self.wanted["whats"] = {*(self.wanted.get("whats") or ()), message["what"]}
        if self.showing is None or self.showing.done():
            hub().shows.put(self)

    async def show_now(self) -> bool:
        """Shows what is wanted if nothing must be read for it. False: it takes its own task."""
        wanted = self.wanted
        if wanted is None or not self.knows(wanted):
            return wanted is None
        self.wanted = None
        try:
            told = self.context.run(self.shown_at_once, wanted)
            if told:
                await self.push(told)
        except Exception:
            log.exception("a view could not be shown")
            self.wanted = {**(self.wanted or {}), "full": True}
            return False
        self.failures = 0
        return True

    def shown_at_once(self, wanted: dict[str, Any]) -> Told:
        with spoken(self.language):
            told = self.show_at_once(wanted)
        assert told is not None, "what is known can be shown"
        return told

    def start_showing(self) -> None:
        self.showing = asyncio.create_task(self.keep_showing(), context=self.context)

    async def keep_showing(self) -> None:
        """Until nothing more is wanted."""
        while self.wanted is not None:
            wanted, self.wanted = self.wanted, None
            try:
                await self.before_show(wanted)
                told = self.show_at_once(wanted)
                if told is None:
                    told = await self.in_thread(self.show, wanted)
                if told:
                    await self.push(told)
                self.failures = 0
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("a view could not be shown")
                self.failures += 1
                if self.failures >= PATIENCE:
                    await self.close(code=close_codes.TRY_AGAIN)
                    return
                await asyncio.sleep(0.2)
                self.wanted = {**(self.wanted or {}), "full": True}

    async def push(self, told: Told) -> None:
        """Large ones go packed to a page that unpacks."""
        sent = packed(told) if self.unpacks else plain(told)
        if isinstance(sent, str):
            await self.send(text_data=sent)
        else:
            await self.send(bytes_data=sent)

    # ---- Heartbeats: see games.live.heartbeats ---------------------------------------------------

    def pulse(self) -> Pulse:
        """What is asked for this socket at each heartbeat."""
        return Pulse(self.link, self.user_id, self.session_key)

    @classmethod
    def look_again(cls, sockets: Sequence[Any], beats: Sequence[Beat]) -> list[Verdict]:
        """What follows for sockets of this kind; in a thread, a few statements for all of them."""
        return [socket.checked(beat) for socket, beat in zip(sockets, beats, strict=True)]

    def checked(self, beat: Beat) -> Verdict:
        """The session and the ban; asked whole only when something about them changed."""
        if self.user_id is None or (
            beat.welcome and beat.credential is not None and beat.credential == self.credential
        ):
            return Verdict()
        try:
            permissions.check_may_still_act(self.user_id, self.session_key or "")
        except MayNotAct as refusal:
            banned = isinstance(refusal, Banned)
            code = close_codes.BANNED if banned else close_codes.SIGNED_OUT
            with translation.override(self.language):
                return Verdict(bye=(code, words(refusal)))
        self.credential = beat.credential
        return Verdict()

    async def heal(self, verdict: Verdict) -> None:
        """Shows what a nudge would have told."""
        if verdict.bye:
            await self.say_bye(*verdict.bye)
        elif verdict.missed:
            log.info("healed a lost nudge")
            self.want(verdict.missed)

    # ---- What comes up, and how it ends --------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.messages.wait(self.link) or text_data is None or len(text_data) > LARGEST:
            await self.say_bye(close_codes.TOO_MANY_MESSAGES, "")
            return
        try:
            message = None if r"\u0000" in text_data else json.loads(text_data)
        except (ValueError, RecursionError):
            message = None
        if isinstance(message, dict) and type(message.get("ping")) is int:
            await self.send(text_data=json.dumps({"pong": message["ping"]}))
        else:
            await self.hear(message)

    async def hear(self, message: Any) -> None:
        """Anything else that came up; None is what cannot be read. A page sends nothing."""

    async def revoke(self, message: dict[str, Any]) -> None:
        """Access ended. A logout names one session; everything else means all of them."""
        if message.get("session") in (None, self.session_key):
            why = ""
            if message["code"] == close_codes.BANNED and self.user_id is not None:
                why = await self.in_thread(lambda: words(permissions.banned(self.user_id)))
            await self.say_bye(message["code"], why)

    async def sanction_notices(self, message: dict[str, Any]) -> None:
        """A warning, a silence, or the end of one: shown at once, whatever the page shows."""
        if self.user_id is not None:
            await self.send(text_data=await self.in_thread(sanctions.push, self.user_id))

    async def say_bye(self, code: int, why: str) -> None:
        await self.send(text_data=json.dumps({"bye": code, "why": why}))
        await self.close(code=code)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """A message nobody knows, such as one of a newer release, costs nobody the socket.

        The database is spoken to in `in_thread` alone, which looks after its connections; so a
        nudge goes straight to its handler, without Channels' own detour through a thread.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            log.warning("unknown message: %s", message.get("type"))
        else:
            await handler(message)
