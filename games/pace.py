"""How fast one person may knock at a door: a bucket of tokens each, in this process's memory.

Far above what hands can do and far below what a script can; nothing is asked of Redis for it, so it
holds when Redis is away and costs nothing when it is not.
"""

import threading
import time
from collections import OrderedDict

BURST, PER_SECOND = 20.0, 5.0
REMEMBERED = 10_000  # people


class Pace:
    def __init__(self, burst: float = BURST, per_second: float = PER_SECOND) -> None:
        self.burst, self.per_second = burst, per_second
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def too_fast(self, person: int, now: float | None = None) -> bool:
        """Takes a token. True: there was none."""
        now = time.monotonic() if now is None else now
        with self._lock:
            tokens, since = self._buckets.pop(person, (self.burst, now))
            tokens = min(self.burst, tokens + (now - since) * self.per_second)
            refused = tokens < 1
            self._buckets[person] = (tokens if refused else tokens - 1, now)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        return refused
