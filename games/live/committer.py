"""Group commit: the optimistic moves of this process, stored many at a time by one thread.

While one statement is on its way to the disk, the moves that arrive meanwhile wait and go together
in the next. Whoever waits for a move waits for the disk, never for another match's judgement.
"""

import asyncio
import logging
import threading
from contextlib import suppress
from queue import SimpleQueue

from django.db import close_old_connections, connection

from games.services import optimistic
from games.services.optimistic import Proposal, Stored

log = logging.getLogger("courtyard.committer")

MOST = 100
"""Moves in one statement."""

Move = tuple[Proposal, asyncio.Future[Stored | None], asyncio.AbstractEventLoop]


class Committer:
    """One thread with one database connection, started with the first move."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Move | None] = SimpleQueue()  # None ends the thread
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    async def commit(self, proposal: Proposal) -> Stored | None:
        """On disk, or None: the match is not as it was known, or the database did not answer."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Stored | None] = loop.create_future()
        self._queue.put((proposal, future, loop))
        if self._thread is None:
            self._start()
        return await future

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="committer", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Ends the thread and its connection; the next move starts another."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            while len(batch) < MOST and not self._queue.empty():
                if (another := self._queue.get()) is None:
                    self._queue.put(None)
                    break
                batch.append(another)
            self._store(batch)
        connection.close()

    def _store(self, batch: list[Move]) -> None:
        """One move a match goes along; a second, of a room made meanwhile, is judged again."""
        first = {proposal.run.id: proposal for proposal, _, _ in reversed(batch)}
        stored: dict[int, Stored] = {}
        try:
            stored = optimistic.store(list(first.values()))
        except Exception as error:
            # Each of them is judged again under its row lock, which says what really happened.
            log.warning("%d moves not stored together: %s", len(batch), type(error).__name__)
            close_old_connections()
        for proposal, future, loop in batch:
            known = stored.get(proposal.run.id) if first[proposal.run.id] is proposal else None
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_answer, future, known)


def _answer(future: asyncio.Future[Stored | None], stored: Stored | None) -> None:
    if not future.done():
        future.set_result(stored)


committer = Committer()
