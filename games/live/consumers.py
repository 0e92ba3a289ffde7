"""The match consumer: hears nudges about a venue, shows its match to one seat, keeps its lease."""

import json
import logging
from dataclasses import replace
from typing import Any

from accounts.access import permissions
from accounts.models import User
from games import selectors
from games.engine.errors import StaleMove
from games.live import broadcast, close_codes
from games.live.heartbeats import Beat, Pulse, Verdict
from games.live.hub import hub
from games.live.move_messages import MOVES, parse_move_id
from games.live.room import Room
from games.live.socket import LiveConsumer
from games.page import pushing
from games.page.push import Push
from games.presence import leases
from games.selectors import LoadedMatch
from games.services import clock
from games.services.optimistic import Guard
from games.services.refusals import NotSeated
from refusals import Refusal
from refusals.wording import words

log = logging.getLogger("courtyard.live")


class MatchConsumer(LiveConsumer):
    """Shows the match at a venue. Who looks is the session's user; the seat follows from that."""

    venue: str
    match_id: int | None = None
    room: Room | None = None
    seen = -1
    sent = pushing.NOTHING
    guard: Guard | None = None

    def find(self) -> tuple[int, str] | None:
        """Sets `venue` and `match_id`, or refuses."""
        raise NotImplementedError

    def enter(self) -> tuple[int, str] | None:
        refused = self.find()
        if refused:
            return refused
        try:
            back = leases.arrive(self.link, self.user_id, self.venue, leases.TABS)
        except leases.TooManyLeases:
            return close_codes.TOO_MANY_TABS, ""
        if back and self.match_id is not None:
            clock.give_full_time(self.match_id, self.user_id)
            broadcast.match_changed(self.match_id, self.venue)
        return None

    def leave(self) -> None:
        leases.leave(self.link)

    def listens_to(self) -> list[str]:
        return [*super().listens_to(), broadcast.venue_group(self.venue)]

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        self.go_to(None)

    async def before_show(self, wanted: dict[str, Any]) -> None:
        if self.match_id is not None:
            await self.enter_room(self.match_id)

    async def enter_room(self, match_id: int) -> Room:
        """The room of the match, which knows it."""
        self.go_to(match_id)
        assert self.room is not None
        await self.room.ready()
        return self.room

    async def heal(self, verdict: Verdict) -> None:
        """The room may have missed the nudge as well."""
        if self.room is not None and verdict.missed and "match" in verdict.missed:
            await self.room.catch_up(verdict.missed.get("seq"))
        await super().heal(verdict)

    def go_to(self, match_id: int | None) -> None:
        """Leaves the room of an earlier match, and enters that of this one."""
        if self.room is not None and self.room.match_id != match_id:
            hub().leave(self.room)
            self.room = None
        if self.room is None and match_id is not None:
            self.room = hub().enter(match_id)

    async def hear(self, message: Any) -> None:
        """A move that came up the open socket. The answer comes after the commit."""
        if not isinstance(message, dict) or "move" not in message:
            return
        try:
            answer = await self.play(message)
        except Exception:
            log.exception("a move could not be judged")  # unanswered, it comes again by HTTP
        else:
            await self.send(text_data=json.dumps(answer))

    async def play(self, message: dict[str, Any]) -> dict[str, Any]:
        name, seen = message.get("id"), message.get("seen")
        try:
            if self.user is None or self.match_id is None:
                raise NotSeated
            MOVES.take(self.user.pk)
            if message.get("match") != self.match_id:
                raise StaleMove
            room = await self.enter_room(self.match_id)
            receipt = await room.play(
                self,
                message["move"],
                parse_move_id(name if isinstance(name, str) else ""),
                seen if type(seen) is int else None,
            )
        except Refusal as refusal:
            return {"refused": name, "code": refusal.code, "why": words(refusal)}
        return {"ack": name, "seq": receipt.seq}

    def admitted(self) -> User:
        assert self.user_id is not None
        permissions.check_may_still_act(self.user_id, self.session_key or "")
        return User.objects.get(pk=self.user_id)

    def knows_match(self) -> bool:
        return self.room is not None and self.room.match_id == self.match_id and self.room.known()

    def loaded(self) -> LoadedMatch | None:
        """The match as the room knows it."""
        return self.room.shown if self.room and self.room.match_id == self.match_id else None

    def pulse(self) -> Pulse:
        """Renews the lease as well, and looks whether a nudge got lost."""
        return replace(super().pulse(), venue=self.venue, match=self.match_id)

    def checked(self, beat: Beat) -> Verdict:
        verdict = super().checked(beat)
        if beat.seq is not None and beat.seq > self.seen:
            verdict.missed = {"match": self.match_id, "seq": beat.seq}
        return verdict

    def show_match(self, wanted: dict[str, Any]) -> Push:
        assert self.match_id is not None
        shown = self.loaded() or selectors.read(self.match_id)
        if shown is None:
            return Push()
        if wanted.get("full"):
            self.seen, self.sent = -1, pushing.NOTHING
        if shown.match.seq < self.seen:
            return Push()
        since, self.seen = self.seen, shown.match.seq
        push, self.sent = pushing.update(shown, self.user, since, self.sent, self.added_to(shown))
        return push

    def added_to(self, shown: LoadedMatch) -> dict[str, Any] | None:
        """What the venue adds to the regions of this match, such as the wish for another one."""
