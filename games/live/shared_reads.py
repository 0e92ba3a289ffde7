"""Shared reads: what several sockets ask at once is read from the database once.

Who asks while a read waits for its turn gets the same answer; once it has begun, the next to ask
waits for another. So an answer is never older than its question, and a crowd that comes in together
costs as many reads as there are tables, not people.
"""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings

from games.live.threads import in_thread

T = TypeVar("T")


class SharedReads:
    """Of one event loop."""

    def __init__(self) -> None:
        self._waiting: dict[object, asyncio.Task[Any]] = {}
        self._turns = asyncio.Semaphore(max(1, settings.WEB_THREADS // 2))

    async def get(self, key: object, read: Callable[[], T]) -> T:
        """What `read` gives, called in a thread. Equal keys ask the same question."""
        if key not in self._waiting:
            self._waiting[key] = asyncio.create_task(self._read(key, read))
        # Whoever goes away takes the answer from nobody else.
        return await asyncio.shield(self._waiting[key])

    async def _read(self, key: object, read: Callable[[], T]) -> T:
        async with self._turns:
            del self._waiting[key]
            return await in_thread(read)
