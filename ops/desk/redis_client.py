"""Redis client without retries: whoever waits for a server does the asking again itself."""

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry


def client(url: str, seconds: float = 5) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        socket_connect_timeout=seconds,
        socket_timeout=seconds,
        retry=Retry(NoBackoff(), 0),
    )
