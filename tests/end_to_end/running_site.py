"""A whole running site on servers of its own, and a look into its database."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from ops.desk.ports import free_port
from ops.desk.servers import fresh_servers
from ops.desk.site import Site
from ops.operator_error import OperatorError


class RunningSite:
    def __init__(self, site: Site, database_url: str) -> None:
        self.site = site
        self.urls = site.urls
        self._database_url = database_url

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the database says, or the number of rows it changed."""
        with psycopg.connect(self._database_url, autocommit=True) as connection:
            done = connection.execute(sql.encode(), values)
            return done.fetchall() if done.description else [(done.rowcount,)]

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
def open_site(folder: Path, static_root: Path, webs: int = 1, **env: str) -> Iterator[RunningSite]:
    with fresh_servers() as servers:
        # Every client names its own address, so that the limits per address hold for each alone.
        env = {"STATIC_ROOT": str(static_root), "TRUSTED_PROXIES": "1", **env}
        ports = [free_port() for _ in range(webs)]
        site = Site(servers.database_url, servers.redis_url, folder, ports=ports, env=env)
        site.prepare()
        demo = site.manage("create_demo")
        demo.start()
        if not demo.wait(120) or demo.code != 0:
            demo.kill()
            raise OperatorError("manage.py create_demo failed: " + demo.output())
        with site:
            yield RunningSite(site, servers.database_url)
