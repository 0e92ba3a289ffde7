"""The hub of a web process: its sockets by group, and a room for each match that they show.

One subscription a group serves all sockets of the process. What a nudge tells is read by the room,
once for all of them, before any is woken.

All of this belongs to the event loop.
"""

import asyncio
import logging
from collections.abc import Coroutine
from itertools import islice
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from games.live import broadcast
from games.live.bus_watch import ECHO, PATIENCE, BusWatch
from games.live.committer import Committer
from games.live.heartbeats import Heart
from games.live.room import Room
from games.live.shared_reads import SharedReads
from games.live.show_queue import ShowQueue

log = logging.getLogger("courtyard.hub")


class Member(Protocol):
    """A socket, as the hub sees it."""

    async def dispatch(self, message: dict[str, Any]) -> None: ...

    def want(self, message: dict[str, Any]) -> None: ...


LOADED = 2000
"""Matches kept in memory at most; of the others, entered longest ago, each move is read again."""


class Hub:
    """Of one event loop, so of one web process."""

    def __init__(self) -> None:
        self.members: dict[str, set[Member]] = {}
        self.rooms: dict[int, Room] = {}
        self.heart = Heart(self.tidy)
        self.committer = Committer()
        self.reads = SharedReads()
        self.shows = ShowQueue()
        self.watch = BusWatch(self)
        self._subscribed: set[str] = set()
        self._changing = asyncio.Lock()
        self._following: asyncio.Task[None] | None = None
        # Kept: threads that ask for the first time at once may each be given a layer of their own.
        self._layer: Any = get_channel_layer()
        self._channel = ""
        self._outbox = broadcast.Outbox(asyncio.get_running_loop())
        self._tasks: set[asyncio.Task[None]] = set()

    # ---- Groups ----------------------------------------------------------------------------------

    async def join(self, group: str, member: Member) -> None:
        """When this returns, nothing that is sent to the group is missed.

        While the bus is silent nobody waits for it: the watch looks for what it would tell.
        """
        self.members.setdefault(group, set()).add(member)
        self.watch.start()
        await self._follow(group)

    async def part(self, group: str, member: Member) -> None:
        members = self.members.get(group, set())
        members.discard(member)
        if not members:
            self.members.pop(group, None)
            await self._follow(group)

    async def _follow(self, group: str) -> None:
        """Subscribes to a group that has members here, and leaves one that has none."""
        while (group in self.members) != (group in self._subscribed):
            if self.watch.silent:
                return  # the next echo does it
            if self._following is None or self._following.done():
                self._following = asyncio.create_task(self._follow_all())
            await asyncio.shield(self._following)

    async def _follow_all(self) -> None:
        """One change of the subscriptions for all who wait for one, so that a crowd comes in
        together and not one after another."""
        try:
            async with asyncio.timeout(PATIENCE), self._changing:
                await self._subscribe()
        except Exception as error:
            log.warning("groups are not followed: %s", type(error).__name__)
            self.watch.fail()

    async def _subscribe(self) -> None:
        if not self._channel:
            self._channel = await self._layer.new_channel()
            self._start(self._receive())
        for group in self.members.keys() ^ self._subscribed:
            if group in self.members and group not in self._subscribed:
                await self._layer.group_add(group, self._channel)
                self._subscribed.add(group)
            elif group not in self.members and group in self._subscribed:
                self._subscribed.discard(group)
                await self._layer.group_discard(group, self._channel)

    async def _receive(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
                if message["type"] == ECHO:
                    self.watch.hear(message)
                elif not self.told(message):
                    self._start(self.hear(message))
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("a nudge could not be heard")
                await asyncio.sleep(1)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def told(self, message: dict[str, Any]) -> bool:
        """A nudge about a move of this process: its sockets knew before it was sent."""
        room, seq = self.rooms.get(message.get("match", 0)), message.get("seq")
        return room is not None and seq is not None and seq <= room.told

    async def hear(self, message: dict[str, Any]) -> None:
        """First the room reads what is new, then its sockets are woken."""
        room = self.rooms.get(message.get("match", 0))
        if room is not None:
            await room.catch_up(message.get("seq"))
        for member in tuple(self.members.get(message["group"], ())):
            await member.dispatch(message)

    def tell(self, group: str, message: dict[str, Any]) -> None:
        """Tells the sockets of this process without a nudge's way round, then the others."""
        self.wake(group, message)
        self._outbox.put(message | {"group": group})

    def wake(self, group: str, message: dict[str, Any]) -> None:
        for member in tuple(self.members.get(group, ())):
            member.want(message)

    # ---- While Redis is away: see games.live.bus_watch -------------------------------------------

    @property
    def busy(self) -> bool:
        return bool(self.members)

    async def echo(self, message: dict[str, Any]) -> None:
        async with self._changing:
            await self._subscribe()
        await self._layer.send(self._channel, message)

    def shown(self) -> dict[int, int]:
        rooms = self.rooms.values()
        return {room.match_id: room.shown.match.seq if room.shown else -1 for room in rooms}

    async def missed(self, match_id: int, venue: str, seq: int) -> None:
        nudge = broadcast.match_nudge(match_id, seq)
        await self.hear(nudge | {"group": broadcast.venue_group(venue)})

    def look_at_all(self) -> None:
        self.heart.hurry()  # sessions, bans, bells
        for group in tuple(self.members):
            for nudge in broadcast.every_nudge(group):
                self.wake(group, nudge)

    # ---- Rooms -----------------------------------------------------------------------------------

    def enter(self, match_id: int) -> Room:
        """The room of a match, for a socket that begins to show it."""
        room = self.rooms.pop(match_id, None) or Room(match_id, self.committer, self.tell)
        self.rooms[match_id] = room
        room.sockets += 1
        for oldest in list(islice(self.rooms.values(), max(0, len(self.rooms) - LOADED))):
            oldest.forget()
        return room

    def tidy(self) -> None:
        """What was made for showing a match is let go while nothing happens there."""
        for room in self.rooms.values():
            room.rest()

    def leave(self, room: Room) -> None:
        room.sockets -= 1
        if room.sockets <= 0:
            self.rooms.pop(room.match_id, None)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
