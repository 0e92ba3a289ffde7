"""Show queue: the sockets of a web process that have something new to show, one after another.

A move wakes all pages of its table at once, and what they show is mostly in memory already: one
task for all of them takes a fraction of what a task for each would. Whoever has something to read
first gets a task of their own, so nobody waits for the database here.
"""

import asyncio
from typing import Protocol


class Showing(Protocol):
    async def show_now(self) -> bool:
        """Shows what is wanted if it is known already. Otherwise False."""
        ...

    def start_showing(self) -> None: ...


class ShowQueue:
    def __init__(self) -> None:
        self._waiting: dict[Showing, None] = {}
        self._task: asyncio.Task[None] | None = None

    def put(self, socket: Showing) -> None:
        self._waiting[socket] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._show_all())

    def drop(self, socket: Showing) -> None:
        self._waiting.pop(socket, None)

    async def _show_all(self) -> None:
        while self._waiting:
            socket = next(iter(self._waiting))
            del self._waiting[socket]
            if not await socket.show_now():
                socket.start_showing()
