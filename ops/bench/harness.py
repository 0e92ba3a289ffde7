"""Benchmark harness: fresh durable servers, and this process as one of the site's."""

import os
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ops import ROOT
from ops.bench.usage import Usage, usage_of
from ops.desk import prepared
from ops.desk.ports import free_port
from ops.desk.process import Process
from ops.desk.servers import Servers, fresh_servers
from ops.desk.site import ROLES, Site, web
from ops.operator_error import OperatorError, last_line

WEBS = 2

WORKERS = [role for role in ROLES if role != "push"]  # nobody here has a device

UNHURRIED = {
    "PLAIN_STATIC": "yes",  # no file is asked for, so none is collected
    "LOG_LEVEL": "WARNING",
    # On a slow machine tables wait long for their turn; no clock may run out meanwhile.
    "TURN_SECONDS_SCALE": "50",
    "RECONNECT_GRACE": "3600",
    "SOCKETS_PER_ADDRESS": "0",  # the whole crowd comes from here
}
BROWSED = {
    "LOG_LEVEL": "WARNING",
    "BOT_PAUSE": "0.7",  # slow enough that a bot's moves follow no press
}


class Harness:
    """The servers are there and empty; nothing of the site runs until a measurement starts it."""

    def __init__(self, site: Site, servers: Servers, folder: Path) -> None:
        from ops.bench.live_tables import Stock

        self.site = site
        self.servers = servers
        self.folder = folder
        self.stock = Stock()
        self._open: Site | None = None

    def running(self) -> Site:
        """The site, started; it runs on for the next part that needs it, until `rest`."""
        if self._open is not self.site:
            self._start(self.site)
        return self.site

    def browsed(self) -> Site:
        """The site for real browsers, with files and real clocks, instead of the other one."""
        if self._open is None or self._open is self.site:
            site = Site(
                self.servers.database_url,
                self.servers.redis_url,
                self.folder / "browsed",
                roles=WORKERS,
                env={
                    **BROWSED,
                    "SECRET_KEY": self.site.env["SECRET_KEY"],
                    "STATIC_ROOT": str(prepared.STATIC),
                },
            )
            prepared.static_files(site)
            self._start(site)
        assert self._open is not None
        return self._open

    def _start(self, site: Site) -> None:
        self.rest()
        site.__enter__()
        self._open = site

    def rest(self) -> None:
        """Nothing of the site runs."""
        site, self._open = self._open, None
        if site is not None:
            site.stop()

    def usage(self) -> Usage:
        """CPU seconds by process, while the site runs."""
        running = {name: process.pid for name, process in self.site.processes.items()}
        webs = [pid for name, pid in running.items() if name.startswith("web")]
        postgres, valkey = self.servers.postgres.process, self.servers.valkey.process
        assert postgres is not None and valkey is not None
        workers = [pid for pid in running.values() if pid not in webs]
        return usage_of(
            {"web": webs, "postgres": [postgres.pid], "valkey": [valkey.pid], "workers": workers}
        )

    def echo_servers(self, webs: int = WEBS) -> "EchoServers":
        return EchoServers(self, webs)


class EchoServers:
    """Web processes of the ceiling: Daphne as the site runs it, serving the echo application.

    with harness.echo_servers() as servers:
        servers.urls, servers.pids
    """

    def __init__(self, harness: Harness, webs: int) -> None:
        self.ports = [free_port() for _ in range(webs)]
        self.processes = [
            Process(
                f"echo-{index + 1}",
                [*web("127.0.0.1", port)[:-1], "ops.bench.echo_app:application"],
                run=harness.folder / "run",
                log=harness.folder / "log" / f"echo-{index + 1}.log",
                env=harness.site.env,
                cwd=ROOT,
            )
            for index, port in enumerate(self.ports)
        ]

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self.processes]

    def __enter__(self) -> "EchoServers":
        for process in self.processes:
            process.start()
        try:
            for process, port in zip(self.processes, self.ports, strict=True):
                wait_for(process, port)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.stop()


def wait_for(process: Process, port: int, seconds: float = 30) -> None:
    """Until somebody listens at the port."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.alive:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise OperatorError(f"The echo server did not start: {last_line(process.output())}")


@contextmanager
def open_harness() -> Iterator[Harness]:
    """Starts the servers, and lets this process speak to them through Django."""
    with (
        fresh_servers(durable=True) as servers,
        tempfile.TemporaryDirectory(prefix="courtyard-bench-") as folder,
    ):
        site = Site(
            servers.database_url,
            servers.redis_url,
            Path(folder),
            ports=[free_port() for _ in range(WEBS)],
            roles=WORKERS,
            env={**UNHURRIED, "STATIC_ROOT": folder},
        )
        os.environ.update(site.env)
        import django

        django.setup()
        harness = Harness(site, servers, Path(folder))
        try:
            yield harness
        finally:
            harness.rest()
