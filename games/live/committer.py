"""Group commit: the optimistic moves of this process, stored many at a time.

While one statement is on its way to the disk, the moves that arrive meanwhile wait and go together
in the next. Whoever waits for a move waits for the disk, never for another match's judgement.
It speaks to the database from the event loop, by a connection of its own: between two threads that
both have work, Python would let a move wait for its turn.
"""

import asyncio
import logging
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from games.services import optimistic
from games.services.optimistic import Proposal, Stored

log = logging.getLogger("courtyard.committer")

MOST = 100
"""Moves in one statement."""

Waiting = tuple[Proposal, asyncio.Future[Stored | None]]


class Committer:
    """One task with one database connection, started with the first move."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._link: psycopg.AsyncConnection[Any] | None = None

    async def commit(self, proposal: Proposal) -> Stored | None:
        """On disk, or None: the match is not as it was known, or the database did not answer."""
        future: asyncio.Future[Stored | None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((proposal, future))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await future

    async def _run(self) -> None:
        try:
            while True:
                batch = [await self._queue.get()]
                while len(batch) < MOST and not self._queue.empty():
                    batch.append(self._queue.get_nowait())
                await self._store(batch)
        finally:
            await self._hang_up()

    async def _store(self, batch: list[Waiting]) -> None:
        """One move a match goes along; a second, of a room made meanwhile, is judged again."""
        first = {proposal.run.id: proposal for proposal, _ in reversed(batch)}
        stored: dict[int, Stored] = {}
        try:
            stored = await self._execute(list(first.values()))
        except Exception as error:
            # Each of them is judged again under its row lock, which says what really happened.
            log.warning("%d moves not stored together: %s", len(batch), type(error).__name__)
            await self._hang_up()
        for proposal, future in batch:
            if not future.done():
                taken = first[proposal.run.id] is proposal
                future.set_result(stored.get(proposal.run.id) if taken else None)

    async def _execute(self, proposals: list[Proposal]) -> dict[int, Stored]:
        if self._link is None:
            self._link = await _connect()
        cursor = await self._link.execute(*optimistic.statement(proposals))
        return optimistic.stored(await cursor.fetchall())

    async def _hang_up(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            await link.close()


async def _connect() -> psycopg.AsyncConnection[Any]:
    """As Django would connect, but for this event loop, and with psycopg's own quick readers."""
    wanted = connection.get_connection_params()
    del wanted["cursor_factory"], wanted["context"]
    wanted["prepare_threshold"] = None if settings.PGBOUNCER else 0
    return await psycopg.AsyncConnection.connect(**wanted, autocommit=True)
