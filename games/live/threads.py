"""Database threads of a web process: a small pool, so that one slow query stops no other table."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings

threads = ThreadPoolExecutor(max_workers=settings.WEB_THREADS, thread_name_prefix="live")


async def in_thread(work: Any, *args: Any) -> Any:
    """Calls a function that may speak to the database."""
    return await database_sync_to_async(work, thread_sensitive=False, executor=threads)(*args)
