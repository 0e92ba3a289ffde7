"""Rate limits: a token bucket per key. A request too many is refused, never queued.

A shared limit is counted in Redis for all processes together, by one atomic script. Any other, and
a shared one while Redis is away, is counted in this process's own memory: nobody is let through
because of an outage, and nobody is kept out.
"""

import math
import threading
import time
from collections import OrderedDict
from ipaddress import ip_address, ip_network
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.access import shared_cache
from refusals import Refusal, gettext_noop

REMEMBERED = 10_000  # keys of one limit in memory

# A bucket is one number: the moment at which it will be full again. Each token taken moves it on.
SCRIPT = """
local now, interval, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + interval
local wait = full - now - most * interval
if wait > 0.000001 then return string.format('%.6f', wait) end
if ARGV[4] == 'look' then return '0' end
redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000))
return '0'
"""


class TooFast(Refusal):
    """Told with the seconds after which it is worth another try."""

    code = "too-fast"
    status = 429
    sentence = gettext_noop("That was too fast. Wait a moment and try again.")

    def __init__(self, wait: float = 1) -> None:
        super().__init__()
        self.retry_after = max(1, math.ceil(wait))


class RateLimit:
    """`most` at once, refilled evenly within `seconds`."""

    def __init__(self, name: str, most: int, seconds: float, *, shared: bool = False) -> None:
        self.name, self.most, self.interval, self.shared = name, most, seconds / most, shared
        self._full: OrderedDict[object, float] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: object) -> None:
        """Takes a token, or raises TooFast."""
        if wait := self.wait(key):
            raise TooFast(wait)

    def wait(self, key: object, now: float | None = None, *, take: bool = True) -> float:
        """Takes a token. More than nought: there was none, and there will be in so many seconds.
        Without `take` it only looks.
        """
        now = time.time() if now is None else now
        if not self.shared:
            return self._in_memory(key, now, take)
        return shared_cache.breaker.call(
            lambda: self._in_redis(key, now, take), lambda: self._in_memory(key, now, take)
        )

    def _in_redis(self, key: object, now: float, take: bool) -> float:
        bucket = f"limit:{self.name}:{key}"
        wait: Any = shared_cache.default_client().eval(
            SCRIPT,
            1,
            bucket,
            f"{now:.6f}",
            f"{self.interval:.9f}",
            self.most,
            "take" if take else "look",
        )
        return float(wait)

    def _in_memory(self, key: object, now: float, take: bool) -> float:
        with self._lock:
            full = max(now, self._full.pop(key, 0.0)) + self.interval
            wait = full - now - self.most * self.interval
            refused = wait > 1e-6
            self._full[key] = full if take and not refused else full - self.interval
            if len(self._full) > REMEMBERED:
                self._full.popitem(last=False)
        return wait if refused else 0.0


def address_of(request: HttpRequest) -> str:
    """The client's address; of IPv6 its network, for one person has a whole /64 of them. Empty
    where nobody can say, as behind a Unix socket."""
    try:
        address = ip_address(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return ""
    return str(ip_network((address, 64), strict=False) if address.version == 6 else address)
