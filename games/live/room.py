"""Rooms: a match in the memory of a web process, for the sockets that show it.

A room holds a match as the database had it after its newest known event. A move of somebody at the
table is judged here and stored optimistically; a nudge about something newer makes the room read
once for all its sockets. Memory is a cache that every write checks: PostgreSQL is the only
authority, so an old room costs one more read, never a wrong move.

All of this belongs to the event loop; threads only read what a room holds.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Protocol
from uuid import UUID, uuid4

from accounts.models import User
from games import selectors
from games.engine.errors import Refusal
from games.event_log import LoggedEvent
from games.live import broadcast
from games.live.committer import Committer
from games.live.threads import in_thread
from games.models import Match
from games.page.ratings import ratings_of
from games.presence import tasks
from games.selectors import RECENT, LoadedMatch
from games.services import moving
from games.services.ledger import PATIENCE, Running
from games.services.moving import Receipt
from games.services.optimistic import Guard, Proposal, Stored

REMEMBERED = 64
"""Ids of moves that a room knows to be played; an older repeat is found by the database."""


RESTS_AFTER = 10
"""Seconds without a question, after which a room keeps the match and nothing made of it."""

KEPT_SECONDS = 600
"""After this a match is read again as a whole, should a nudge about a name have been lost."""


class Mover(Protocol):
    """Who sends a move: a person on an open connection."""

    user_id: int | None
    guard: Guard | None

    def admitted(self) -> User:
        """The person as they are now, in a thread. Raises a Refusal if they may not act here."""
        ...


class Room:
    """A match in this process's memory."""

    def __init__(
        self, match_id: int, committer: Committer, tell: Callable[[str, dict[str, Any]], None]
    ) -> None:
        self.match_id = match_id
        self.committer = committer
        self.tell = tell
        """Wakes the sockets of this process that listen to a group, and nudges the others."""
        self.sockets = 0
        """Sockets that show it; a room that nobody looks at is dropped."""
        self.shown: LoadedMatch | None = None
        self.asked = 0.0
        self.since = 0.0
        """When all of it was last read; a move renews only what a move changes."""
        self.moving = asyncio.Lock()
        self.reading = asyncio.Lock()
        self.played: dict[tuple[int, UUID], int] = {}
        self.told = -1
        """The newest event of which the sockets here were told without a nudge."""

    async def ready(self) -> LoadedMatch | None:
        """The match, read if this room does not know it yet or has known it for long."""
        if not self.known():
            async with self.reading:
                if self._old():
                    self.shown = await in_thread(_read, self.match_id)
                    self.since = time.monotonic()
        return self.shown

    def known(self) -> bool:
        """Whether the match is here and need not be read again."""
        self.asked = time.monotonic()
        return not self._old()

    def _old(self) -> bool:
        return self.shown is None or time.monotonic() - self.since > KEPT_SECONDS

    def rest(self) -> None:
        """Lets go of what can be made again, if nobody has asked for a while."""
        made = self.shown is not None and (self.shown.kept or self.shown.html)
        if self.shown is not None and made and self.asked < time.monotonic() - RESTS_AFTER:
            # Another object: whoever still renders the old one misses nothing.
            self.shown = replace(self.shown, kept={}, html={})

    def forget(self) -> None:
        """Gives the memory back; whoever looks next reads."""
        self.shown = None

    async def catch_up(self, seq: int | None) -> None:
        """Reads what is new. Without a number something else than a move has changed."""
        async with self.reading:
            if self.shown is not None and seq is not None and self.shown.match.seq >= seq:
                return
            fresh = await in_thread(_read, self.match_id)
            # A move of our own may have been stored while the read was under way.
            while fresh and self.shown and fresh.match.seq < self.shown.match.seq:
                fresh = await in_thread(_read, self.match_id)
            if fresh and self.shown and seq is not None:
                fresh.kept = self.shown.kept  # only a move was made
            self.shown, self.since = fresh, time.monotonic()

    async def play(
        self, mover: Mover, data: Any, move_id: UUID | None = None, seen: int | None = None
    ) -> Receipt:
        """A person's move, on disk when this returns. Raises a Refusal.

        What memory refuses, and what is more than a move (an end, a slow table, a bell that rang),
        is judged by the locked way: it has the last word.
        """
        move_id = move_id or uuid4()
        async with self.moving:
            receipt = await self._play_here(mover, data, move_id, seen)
        if receipt is not None:
            return receipt
        return await in_thread(self._play_locked, mover, data, move_id, seen)

    def _play_locked(self, mover: Mover, data: Any, move_id: UUID, seen: int | None) -> Receipt:
        return moving.play_move(self.match_id, mover.admitted(), data, move_id=move_id, seen=seen)

    async def _play_here(
        self, mover: Mover, data: Any, move_id: UUID, seen: int | None
    ) -> Receipt | None:
        shown = self.shown
        if shown is None or mover.user_id is None:
            return None
        run = working_copy(shown, mover.user_id)
        if run.seat is None or run.deadline is None or not run.live or run.timed_out:
            return None
        if run.rated and mover.guard is not None:
            return None  # a program, which the locked way refuses by name
        if (run.seat, move_id) in self.played:
            return Receipt(self.played[run.seat, move_id], repeated=True)
        known = run.deadline
        try:
            moving.judge(run, data, move_id, seen)
        except Refusal:
            return None
        if run.status != Match.Status.RUNNING:
            return None
        stored = await self.committer.commit(Proposal(run, mover.user_id, known, mover.guard))
        if stored is None:
            return None
        self._accept(run, stored)
        self._remember(run.seat, move_id, run.seq)
        return Receipt(run.seq)

    def _accept(self, run: Running, stored: Stored) -> None:
        """The room knows the move, and everybody who looks is told."""
        run.deadline = stored.deadline
        if self.shown and self.shown.match.seq < run.seq:  # else it was read or forgotten meanwhile
            self.shown = after_move(self.shown, run, stored)
        self.told = run.seq
        self.tell(broadcast.venue_group(run.venue), broadcast.match_nudge(run.id, run.seq))
        if run.bot_at is not None:
            pause = (run.bot_at - stored.now).total_seconds()
            tasks.wake_bots(run.id, pause)

    def _remember(self, seat: int, move_id: UUID, seq: int) -> None:
        self.played[seat, move_id] = seq
        if len(self.played) > REMEMBERED:
            del self.played[next(iter(self.played))]


def _read(match_id: int) -> LoadedMatch | None:
    """All that showing a match needs, ratings included: showing it asks nothing more."""
    shown = selectors.read(match_id)
    if shown is not None:
        ratings_of(shown)
    return shown


def working_copy(shown: LoadedMatch, user_id: int) -> Running:
    """What the locked way would have read, taken from the room."""
    match = shown.match
    seat = shown.seat_of(user_id)
    row = None if seat is None else shown.seats[seat]
    return Running(
        id=match.pk,
        rules=shown.rules,
        venue=match.venue,
        options=shown.options,
        status=match.status,
        seq=match.seq,
        state=shown.state,
        acting=list(match.acting),
        fresh=list(match.fresh),
        bots=match.bots,
        clock=match.clock,
        clock_seconds=match.clock_seconds,
        deadline=match.deadline,
        bot_at=match.bot_at,
        key=bytes(match.key),
        rated=match.rated,
        live=match.live,
        leaver=match.leaver,
        now=shown.now + timedelta(seconds=shown.since_read),
        on_time=True,
        seat=seat,
        forfeited=row is not None and row.forfeited_at is not None,
        timed_out=0 if row is None else row.timed_out,
        impatient=tuple(
            each.index
            for each in shown.seats
            if each.timed_out >= (PATIENCE if each.absent_since is None else 1)
        ),
        choices=shown.html.get("choices"),
    )


def after_move(before: LoadedMatch, run: Running, stored: Stored) -> LoadedMatch:
    """The match as a read would find it now."""
    match = changed(
        before.match,
        seq=run.seq,
        acting=run.acting,
        fresh=run.fresh,
        clock=run.clock,
        clock_seconds=run.clock_seconds,
        deadline=run.deadline,
        bot_at=run.bot_at,
    )
    [told] = run.events
    event = LoggedEvent(told["seq"], told["seat"], told["by"], stored.now, told["facts"].obj)
    return replace(
        before,
        match=match,
        state=run.state,
        recent=[*before.recent[1 - RECENT :], event],
        now=stored.now,
        read_at=time.monotonic(),
        html={"choices": run.choices},
    )


def changed(match: Match, **values: Any) -> Match:
    """A row with other values, to be looked at and not saved: a tenth of what `copy` takes."""
    other: Match = object.__new__(Match)
    other.__dict__ = match.__dict__ | values
    return other
