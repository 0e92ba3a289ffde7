"""Circuit breaker: a server that did not answer is left alone for some seconds.

Nobody waits for a time-out that somebody else has just sat through. When the seconds are over one
caller tries, and the others go on without until it has an answer.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger("courtyard.breaker")

T = TypeVar("T")


class CircuitBreaker:
    """`failures` are what a server that is away raises; anything else passes through."""

    def __init__(self, name: str, *failures: type[Exception], seconds: float = 3.0) -> None:
        self.name, self.failures, self.seconds = name, failures, seconds
        self._lock = threading.Lock()
        self.close()

    @property
    def is_open(self) -> bool:
        return self._next_try > 0

    def close(self) -> None:
        """All is well, as at the start."""
        self._next_try = 0.0

    def call(self, remote: Callable[[], T], fallback: Callable[[], T]) -> T:
        """What `remote` gives; while the server is away, what `fallback` gives."""
        if not self._may_try():
            return fallback()
        try:
            answer = remote()
        except self.failures as error:
            if not self.is_open:
                log.warning("%s is away: %s", self.name, type(error).__name__)
            self._next_try = time.monotonic() + self.seconds
            return fallback()
        if self.is_open:
            log.warning("%s is back", self.name)
            self.close()
        return answer

    def _may_try(self) -> bool:
        if not self.is_open:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._next_try:
                return False
            self._next_try = now + self.seconds
            return True
