"""Processes of the site, on given servers: web, workers for each queue, beat.

`make play` runs them for people; tests and measurements run them to look at, kill and restart.

    site = Site(database_url, redis_url, folder, ports=[8001, 8002], env={"RECONNECT_GRACE": "3"})
    with site:                      # started and ready
        site.kill("timers")         # at once, the whole group
        site.restart("timers")
        site.output("web-2")
"""

import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from ops import ROOT
from ops.desk.ports import free_port
from ops.desk.process import Process, Sink
from ops.desk.readiness import ask
from ops.desk.stamp import static_stamp
from ops.operator_error import OperatorError, last_line

MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""For glibc, of a web process: its threads share what they free, and give it back. Of thousands of
idle sockets that is two fifths of the memory."""

ROLES = ("timers", "bots", "default", "push", "beat")
FEW = ("workers", "beat")
"""Where no queue is put to the test: one process works for all of them."""


class Site:
    def __init__(
        self,
        database_url: str,
        redis_url: str,
        folder: Path,
        *,
        host: str = "127.0.0.1",
        ports: Sequence[int] | None = None,
        webs: int = 1,
        roles: Sequence[str] = ROLES,
        env: Mapping[str, str] | None = None,
        sink: Sink | None = None,
    ) -> None:
        """`folder` gets `run/` (records) and `log/` (output); `env` comes on top of the usual.

        One web process listens at each of `ports`. Several `webs` share the one port instead, which
        is then the load balancer's.
        """
        self.host = host
        self.ports = list(ports or [free_port()])
        self.folder = folder
        self.env = environment(database_url, redis_url, self.address(0), env or {})
        self._sink = sink
        self.processes: dict[str, Process] = {}
        # Whoever plays is let in last: first the clocks run, then the doors open.
        for role in roles:
            self._add(role, WORKERS[role], {})
        commands = [web(host, port) for port in self.ports]
        self._inner = [free_port() for _ in range(webs)] if webs > 1 else []
        if self._inner:
            self._add("front", front(host, self.ports[0], self._inner), {})
            commands = [web("127.0.0.1", port, behind_front=True) for port in self._inner]
        for index, command in enumerate(commands):
            name = "web" if index == 0 else f"web-{index + 1}"
            self._add(name, command, {"DATABASE_POOL": "yes", **MEMORY})

    @property
    def urls(self) -> list[str]:
        return [self.address(index) for index in range(len(self.ports))]

    def address(self, index: int) -> str:
        return f"http://{self.asked_host}:{self.ports[index]}"

    @property
    def asked_host(self) -> str:
        """Where this machine reaches its own web processes."""
        return "127.0.0.1" if self.host in {"0.0.0.0", "", "::"} else self.host

    def manage(self, *words: str, name: str = "setup") -> Process:
        """A management command in the environment of the site, not yet started."""
        return self._process(name, [sys.executable, "manage.py", *words], {})

    @property
    def static_root(self) -> Path:
        return Path(self.env["STATIC_ROOT"])

    def collect_static(self) -> None:
        """Unless they are collected already."""
        files = static_stamp(self.static_root)
        if not files.valid:
            with files.renewing():
                self.run_manage("collectstatic", "--noinput")

    def run_manage(self, *words: str) -> list[str]:
        """A management command, run to its end; the lines it printed."""
        return self.run("manage.py", *words)

    def run(self, *words: str) -> list[str]:
        """Python in the environment of the site, run to its end; the lines it printed."""
        process = self._process("setup", [sys.executable, *words], {})
        process.log.unlink(missing_ok=True)
        process.start()
        process.wait(300)
        if process.code != 0:
            process.kill()
            raise OperatorError(f"{' '.join(words[:2])} failed: {last_line(process.output())}")
        return process.output().splitlines()

    def start(self) -> None:
        for process in self.processes.values():
            process.start()

    def is_ready(self) -> bool:
        return all(ask(self.asked_host, port).playable for port in self.ports) and all(
            ask("127.0.0.1", port, behind_front=True).playable for port in self._inner
        )

    def wait_ready(self, seconds: float = 60) -> None:
        """Until every web process answers that all is well; a dead process ends the wait."""
        until = time.monotonic() + seconds
        while not self.is_ready():
            self.require_alive()
            if time.monotonic() > until:
                raise OperatorError(
                    f"The site did not get ready within {seconds:.0f} s; its own words are in "
                    f"{self.folder / 'log'}."
                )
            time.sleep(0.1)

    def require_alive(self) -> None:
        for name, process in self.processes.items():
            if not process.alive:
                raise OperatorError(
                    f"The {name} process stopped: {last_line(process.output())} "
                    f"(all of it is in {process.log})."
                )

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """A signal to one process and its children, without a warning."""
        self.processes[name].kill(number)

    def restart(self, name: str) -> None:
        """Stop it if it still runs, and start it again."""
        self.processes[name].stop()
        self.processes[name].start()

    def output(self, name: str) -> str:
        return self.processes[name].output()

    def stop(self, hurry: threading.Event | None = None) -> None:
        """The doors first, then beat, then the workers: nothing is begun that nobody finishes."""
        web = [name for name in self.processes if name.startswith("web")]
        for names in [web, ["front"], ["beat"], list(WORKERS)]:
            group = [self.processes[name] for name in names if name in self.processes]
            for process in group:
                process.send(process.ending)
            for process in group:
                process.stop(patience=12, hurry=hurry)

    def __enter__(self) -> "Site":
        try:
            self.start()
            self.wait_ready()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _add(self, name: str, argv: Sequence[str], env: Mapping[str, str]) -> None:
        self.processes[name] = self._process(name, argv, env)

    def _process(self, name: str, argv: Sequence[str], env: Mapping[str, str]) -> Process:
        return Process(
            name,
            argv,
            run=self.folder / "run",
            log=self.folder / "log" / f"{name}.log",
            env={**self.env, **env},
            cwd=ROOT,
            sink=self._sink,
        )


def environment(
    database_url: str, redis_url: str, address: str, extra: Mapping[str, str]
) -> dict[str, str]:
    """What the children find in their environment: plain http at a desk, everything else safe."""
    usual = {
        "SECRET_KEY": secrets.token_urlsafe(60),
        "SITE_URL": address,
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend",
        "ASGI_THREADS": "8",
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "DATABASE_POOL": "no",  # workers fork, and a pool does not survive that
        "DEBUG": "no",
        "PLAIN_HTTP": "yes",
        "PLAIN_STATIC": "no",
        "PYTHONUNBUFFERED": "1",
        "CELERY_SKIP_CHECKS": "1",  # of the addresses and the admin, which no worker needs
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    return {**os.environ, **usual, **extra}


def front(host: str, port: int, inner: Sequence[int]) -> list[str]:
    return [sys.executable, "-m", "ops.desk.front", host, str(port), *map(str, inner)]


def web(host: str, port: int, *, behind_front: bool = False) -> list[str]:
    """Daphne: bounded messages, quick notice of dead sockets, no line per request.

    Its limit holds in both directions, so it must let a whole table pass; what comes up is held to
    a far smaller size by the consumer itself (`games/live.py`).
    """
    limit = str(64 * 1024)
    at = ["-b", host, "-p", str(port)]
    if behind_front:  # which tells the client's address by the PROXY protocol
        at = ["-e", f"haproxy:tcp:{port}:interface={host}"]
    return [
        *[sys.executable, "-m", "daphne", *at, "-v", "0"],
        *["--websocket-max-message-size", limit, "--websocket-max-frame-size", limit],
        *["--ping-interval", "15", "--ping-timeout", "15"],
        *["--websocket_connect_timeout", "5", "--websocket_timeout", "-1"],
        *["--application-close-timeout", "10", "--no-server-name"],
        "config.asgi:application",
    ]


def _celery(app: str, *words: str) -> list[str]:
    """Without the sermon about root: tests and containers have no other user."""
    quiet = ["-W", "ignore:You're running the worker with superuser"]
    return [sys.executable, *quiet, "-m", "celery", "--quiet", "-A", app, *words]


def _worker(name: str, *words: str, queues: str = "", processes: int = 1) -> list[str]:
    return _celery(
        *["config", "worker", "-n", f"{name}@%h", "-Q", queues or name, "-c", str(processes)],
        *["--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"],
        *words,
    )


WORKERS: dict[str, list[str]] = {
    # Two, so that a large round of a series makes no match's clock late.
    "timers": _worker("timers", processes=2),
    "bots": _worker("bots"),
    "default": _worker("default", "--max-tasks-per-child", "1000"),
    "push": _worker("push"),
    "workers": _worker("workers", queues="timers,bots,default,push", processes=3),
    # The schedule stands in the settings, so beat keeps no file that a crash could spoil.
    "beat": _celery(
        "config.beat", "beat", "--scheduler", "celery.beat:Scheduler", "--loglevel", "WARNING"
    ),
}
