"""A whole running site on servers of its own, and a look into its database."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgpack
import psycopg
import redis

from accounts.push.vapid import make_private_key
from ops.desk import prepared
from ops.desk.ports import free_port
from ops.desk.servers import fresh_servers
from ops.desk.site import FEW, Site

REWRITES = re.compile(r"(UPDATE games_match(?: m)? SET )(?!deadline)")


def layer_of(redis_url: str) -> str:
    """The database of the channel layer, as the settings choose it."""
    parts = urlsplit(redis_url)
    return parts._replace(path=f"/{int(parts.path.strip('/') or 0) + 1}").geturl()


class RunningSite:
    def __init__(self, site: Site, database_url: str, layer_url: str) -> None:
        self.site = site
        self._layer_url = layer_url
        self.urls = site.urls
        self._database_url = database_url
        self.newcomers: list[tuple[str, str]] = []
        """Names and sessions of people who have just signed up, and of whom nobody is here yet."""

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the database says, or the number of rows it changed.

        A match that is changed behind the back of the web processes gets another deadline, so that
        no move is judged by what they remember of it, and they are told to look again.
        """
        rigged = REWRITES.sub(r"\1deadline = deadline + interval '1 microsecond', ", sql)
        with psycopg.connect(self._database_url, autocommit=True) as connection:
            done = connection.execute(rigged.encode(), values)
            found = done.fetchall() if done.description else [(done.rowcount,)]
        if "UPDATE games_match" in sql:
            self._nudge_all()
        return found

    def _nudge_all(self) -> None:
        """Every web process reads its matches anew, as the channel layer would tell it to."""
        with redis.Redis.from_url(self._layer_url) as layer:
            for match_id, venue in self.rows(
                "SELECT id, venue FROM games_match WHERE status = 'running'"
            ):
                group = f"venue.{venue}"
                message = {"type": "nudge", "match": match_id, "seq": None, "group": group}
                layer.publish(f"asgi__group__{group}", msgpack.packb(message))

    def wait_until(self, sql: str, *values: Any, seconds: float = 20) -> None:
        """Until the database answers yes."""
        until = time.monotonic() + seconds
        while not self.rows(sql, *values)[0][0]:
            assert time.monotonic() < until, f"still not: {sql} {values}"
            time.sleep(0.1)

    def events(self, code: str) -> list[tuple[Any, ...]]:
        """The log of the match at a table: (seq, seat, by), oldest first."""
        return self.rows(
            "SELECT e.seq, e.seat, e.by FROM games_event e JOIN lobby_table t USING (match_id)"
            " WHERE t.code = %s ORDER BY e.seq",
            code,
        )


@contextmanager
def open_site(folder: Path, webs: int = 1, **env: str) -> Iterator[RunningSite]:
    with fresh_servers() as servers:
        # Every client names its own address, so that the limits per address hold for each alone.
        env = {
            "STATIC_ROOT": str(prepared.STATIC),
            "TRUSTED_PROXIES": "1",
            "PUSH_PRIVATE_KEY": make_private_key(),
            "PUSH_LOOPBACK": "yes",
            **env,
        }
        ports = [free_port() for _ in range(webs)]
        site = Site(
            servers.database_url, servers.redis_url, folder, ports=ports, roles=FEW, env=env
        )
        prepared.static_files(site)
        furnished = site.run("-m", "tests.end_to_end.furnish")
        with site:
            house = RunningSite(site, servers.database_url, layer_of(servers.redis_url))
            house.newcomers = json.loads(furnished[-1])
            yield house
