"""Bodies of responses: whatever the client of a test was answered, to its last byte."""

from typing import Any

from asgiref.sync import async_to_sync


def body_of(response: Any) -> bytes:
    """A stream that is made for the event loop is read in one."""
    if not getattr(response, "is_async", False):
        return b"".join(response)

    async def read() -> bytes:
        return b"".join([part async for part in response])

    return async_to_sync(read)()
