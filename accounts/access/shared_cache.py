"""Shared cache: Redis for all processes together; while it is away, this process's own memory.

It holds counters of rate limits and nothing else (allauth's by this backend, ours by
`rate_limit`), so what a process does not know of the others is a somewhat milder limit.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import redis
from django.conf import settings
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts.access.circuit_breaker import CircuitBreaker

T = TypeVar("T")

OPTIONS: dict[str, Any] = {
    "socket_timeout": 0.5,
    "socket_connect_timeout": 0.5,
    "retry": Retry(NoBackoff(), 0),
}
breaker = CircuitBreaker("Redis", redis.RedisError)


@cache
def client(location: str) -> redis.Redis:
    return redis.Redis.from_url(location, **OPTIONS)


def default_client() -> redis.Redis:
    return client(settings.CACHES["default"]["LOCATION"])


class SharedCache(BaseCache):
    """A Django cache backend. What is not here, `BaseCache` makes of these six."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(location, {**params, "OPTIONS": OPTIONS})
        self._memory = LocMemCache(location, params)

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> bool:
        return self._ask(lambda cache: cache.add(key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._ask(lambda cache: cache.get(key, default, version))

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> None:
        self._ask(lambda cache: cache.set(key, value, timeout, version))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return self._ask(lambda cache: cache.touch(key, timeout, version))

    def delete(self, key: Any, version: Any = None) -> bool:
        return self._ask(lambda cache: cache.delete(key, version))

    def clear(self) -> None:
        self._memory.clear()
        self._ask(lambda cache: cache.clear())

    def _ask(self, question: Callable[[BaseCache], T]) -> T:
        return breaker.call(lambda: question(self._redis), lambda: question(self._memory))
