"""Development server, `make play`: the whole site at a desk, its state in `var/`.

Ctrl-C stops it and loses nothing.
"""

import os
import secrets
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

import psycopg
import redis

from accounts.push import vapid
from ops import ROOT
from ops.desk.data_directory import database_directory
from ops.desk.lock_file import hold
from ops.desk.network import own_addresses
from ops.desk.ports import require_port
from ops.desk.postgres import Postgres
from ops.desk.process import Process, end_leftovers
from ops.desk.readiness import ask
from ops.desk.redis_client import client
from ops.desk.site import Site
from ops.desk.stamp import static_stamp, tables_stamp
from ops.desk.supervisor import Supervisor
from ops.desk.valkey import Valkey
from ops.operator_error import OperatorError, last_line, run_command, sentence_in
from ops.progress import Progress

NEEDED_SPACE = 300_000_000  # bytes
READY_SECONDS = 90.0
MOST_WEBS = 8  # each may use 20 of the database's 200 connections
COLOURS = ["green", "yellow", "blue", "magenta", "cyan"]
# What the person may set; everything else of the children's environment is ours.
CHOSEN = ["SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS", "EMAIL_BACKEND", "ASGI_THREADS"]
CHOSEN += ["STAFF_SECOND_STEP", "METRICS_TOKEN", "PUSH_PRIVATE_KEY"]


class Stopped(Exception):
    """Somebody asked for the end, at a moment when it is safe to begin with it."""


class Play:
    def __init__(self, var: Path, environ: Mapping[str, str], progress: Progress) -> None:
        self.var = var
        self.environ = environ
        self.progress = progress
        self.host = environ.get("HOST") or "127.0.0.1"
        self.port = _port(environ.get("PORT") or "8000")
        self.webs = _webs(environ.get("WEB") or "1")
        self.stopping = threading.Event()
        self.hurry = threading.Event()
        self.postgres: Postgres | None = None
        self.valkey: Valkey | None = None
        self.demo: list[str] = []
        self._quiet = True  # until the doors open, output goes to the logs only

    # ---- From nothing to open doors, and back ----------------------------------------------------

    def run(self) -> int:
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
            signal.signal(number, self._asked_to_stop)
        with ExitStack() as stack:
            try:
                site = self._set_up(stack)
                self._open(site)
                self._keep_running(site)
            except Stopped:
                pass
            finally:
                if self._quiet:  # not open yet: a password that was made is shown all the same
                    self._show_demo()
            self.progress.say()
        self.progress.say("Stopped. Everything is kept; 'make play' goes on from here.")
        return 0

    def _set_up(self, stack: ExitStack) -> Site:
        with self.progress.step("Looking around") as step:
            for folder in ["run", "log"]:  # mails with their links are in the logs
                (self.var / folder).mkdir(parents=True, exist_ok=True)
                (self.var / folder).chmod(0o700)
            stack.enter_context(hold(self.var / "run" / "lock", self.local_address))
            self._require_space()
            if ended := end_leftovers(self.var / "run"):
                step.result = f"ended what an earlier start left: {', '.join(ended)}"
            require_port(self.host, self.port)
        database_url = self._database(stack)
        redis_url = self._redis(stack)
        site = Site(
            database_url,
            redis_url,
            self.var,
            host=self.host,
            ports=[self.port],
            webs=self.webs,
            env=self._choices(),
            sink=self._hear,
        )
        self._prepare(site, database_url)
        return site

    def _prepare(self, site: Site, database_url: str) -> None:
        """Tables and files, the two side by side, and only what is not as it should be."""
        with self.progress.step("Looking for changes") as step:
            files = static_stamp(site.static_root)
            tables = tables_stamp(self.var / "tables.stamp", database_url)
            new = {"files": not files.valid, "tables": not tables.valid}
            step.result = " and ".join(name for name in new if new[name]) or "none"
        with ExitStack() as stack:
            if new["files"]:
                stack.enter_context(files.renewing())
                collecting = self._begin(site, stack, "collectstatic", "--noinput")
            if new["tables"]:
                stack.enter_context(tables.renewing())
                migrating = self._begin(site, stack, "migrate", "--noinput", "--skip-checks")
                self._finish(migrating, "Bringing the tables up to date")
                self.demo = self._finish(self._begin(site, stack, "create_demo"), "Demo data")
                (self.var / "log" / "create_demo.log").unlink(missing_ok=True)  # with a password
            if new["files"]:
                self._finish(collecting, "Collecting the pictures and styles")

    def _open(self, site: Site) -> None:
        with self.progress.step("Opening the doors") as step:
            site.start()
            try:
                for _ in range(int(READY_SECONDS * 10)):
                    if site.is_ready():
                        break
                    site.require_alive()
                    self._pause(0.1)
                else:
                    raise OperatorError(
                        f"The site did not answer within {READY_SECONDS:.0f} s; its own words "
                        f"are in {self.var / 'log'}."
                    )
            except BaseException:
                site.stop(self.hurry)
                raise
            step.result = ", ".join(site.processes)
        self._quiet = False
        self._welcome()

    def _keep_running(self, site: Site) -> None:
        supervisor = Supervisor(
            lambda words: self._hear("courtyard", words),
            lambda: ask(site.asked_host, self.port).sweep_age,
        )
        for server in [self.postgres, self.valkey]:
            if server is not None and server.process is not None:
                supervisor.watch(server.process, server.restart)
        for process in site.processes.values():
            supervisor.watch(process)
        try:
            while not self.stopping.wait(0.5):
                supervisor.look()
        finally:
            self.progress.say()
            with self.progress.step("Closing the doors: web, beat, workers"):
                site.stop(self.hurry)

    # ---- The servers ---------------------------------------------------------------------------

    def _database(self, stack: ExitStack) -> str:
        if url := self.environ.get("DATABASE_URL"):
            with self.progress.step("PostgreSQL of DATABASE_URL"):
                _require_postgres(url)
            return url
        with self.progress.step("PostgreSQL") as step:
            place = database_directory(self.var)
            postgres = self.postgres = Postgres(
                place / "postgres",
                run=self.var / "run",
                log=self.var / "log" / "postgres.log",
                programs_dir=place,
            )
            if not postgres.made:
                step.doing = "making its folder, once"
                postgres.make()
                step.result = "new"
            step.doing = "starting"
            stack.callback(self._stop_server, "PostgreSQL", postgres.stop)
            postgres.start(self._remembered("postgres"))
            self._remember("postgres", postgres.port)
        self._check_stop()
        return postgres.url()

    def _redis(self, stack: ExitStack) -> str:
        if url := self.environ.get("REDIS_URL"):
            with self.progress.step("Redis of REDIS_URL"):
                _require_redis(url)
            return url
        with self.progress.step("Redis (Valkey)"):
            valkey = self.valkey = Valkey(
                self.var / "redis", run=self.var / "run", log=self.var / "log" / "valkey.log"
            )
            stack.callback(self._stop_server, "Redis (Valkey)", valkey.stop)
            valkey.start(self._remembered("valkey"))
            self._remember("valkey", valkey.port)
        self._check_stop()
        return valkey.url

    def _stop_server(self, name: str, stop: Callable[[], None]) -> None:
        with self.progress.step(f"Stopping {name}"):
            stop()

    def _remembered(self, name: str) -> int | None:
        """The port of last time: friendlier to whoever has a console open on it."""
        try:
            return int((self.var / "run" / f"{name}.port").read_text())
        except (OSError, ValueError):
            return None

    def _remember(self, name: str, port: int) -> None:
        (self.var / "run" / f"{name}.port").write_text(f"{port}\n")

    # ---- Small things ---------------------------------------------------------------------------

    @property
    def local_address(self) -> str:
        host = "127.0.0.1" if self.host == "0.0.0.0" else self.host
        return f"http://{host}:{self.port}"

    @property
    def network_addresses(self) -> list[str]:
        if self.host != "0.0.0.0":
            return []
        return [f"http://{address}:{self.port}" for address in own_addresses()]

    def _choices(self) -> dict[str, str]:
        """The children's environment: ours, and over it what the person chose."""
        hosts = ["localhost", "127.0.0.1", "[::1]"]
        if self.host == "0.0.0.0":
            hosts += [*own_addresses(), socket.gethostname(), f"{socket.gethostname()}.local"]
        elif self.host not in hosts:
            hosts.append(self.host)
        ours = {
            "SECRET_KEY": self._made_once("secret-key", lambda: secrets.token_urlsafe(60)),
            "PUSH_PRIVATE_KEY": self._made_once("push-key", vapid.make_private_key),
            "SITE_URL": (self.network_addresses or [self.local_address])[0],
            "ALLOWED_HOSTS": ",".join(dict.fromkeys(hosts)),
            "STATIC_ROOT": str(self.var / "static"),
            "STAFF_SECOND_STEP": "no",  # at a desk nobody else knocks; a public site asks for it
        }
        chosen = {name: self.environ[name] for name in CHOSEN if self.environ.get(name)}
        if "ALLOWED_HOSTS" in chosen:  # the readiness check comes from this machine
            chosen["ALLOWED_HOSTS"] += ",127.0.0.1"
        return {**ours, **chosen}

    def _made_once(self, name: str, make: Callable[[], str]) -> str:
        """A secret. It gets its name last, so a crash leaves no half key behind."""
        file = self.var / name
        if not file.exists():
            half = self.var / f"{name}.new"
            half.unlink(missing_ok=True)
            half.touch(mode=0o600)
            half.write_text(make())
            half.rename(file)
        return file.read_text().strip()

    def _begin(self, site: Site, stack: ExitStack, *command: str) -> Process:
        """Start a management command; with the stack it ends, finished or not."""
        process = site.manage(*command, name=command[0])
        process.log.unlink(missing_ok=True)
        stack.callback(process.stop)
        process.start()
        return process

    def _finish(self, process: Process, words: str) -> list[str]:
        """The rest of a management command as a step; the lines it printed."""
        with self.progress.step(words):
            while not process.wait(0.1):
                self._check_stop()
            process.stop()
            said = process.output()
            if process.code != 0:
                raise OperatorError(
                    sentence_in(said)
                    or f"{words} failed: {last_line(said)} (all of it is in {process.log})."
                )
            return [line for line in said.splitlines() if line.strip()]

    def _require_space(self) -> None:
        free = shutil.disk_usage(self.var).free
        if free < NEEDED_SPACE:
            raise OperatorError(
                f"Only {free // 1_000_000} MB are free on this disk, and Courtyard wants "
                f"{NEEDED_SPACE // 1_000_000} MB: free some space, then start again."
            )

    def _welcome(self) -> None:
        say, paint = self.progress.say, self.progress.paint
        say()
        say(f"  Courtyard is open:  {paint(self.local_address, 'green')}")
        for address in self.network_addresses:
            say(f"  On this network:    {paint(address, 'green')}")
        self._show_demo()
        say("  Ctrl-C stops it; nothing is lost.")
        say()

    def _show_demo(self) -> None:
        for line in self.demo:
            self.progress.say(f"  {self.progress.paint(line, 'yellow')}")

    def _hear(self, name: str, line: str) -> None:
        if self._quiet or not line:
            return
        colour = COLOURS[sum(map(ord, name)) % len(COLOURS)]
        self.progress.say(f"{self.progress.paint(f'{name:>9} │', colour)} {line}")

    def _asked_to_stop(self, number: int, frame: FrameType | None) -> None:
        """The second time means: at once. The servers are still stopped properly."""
        (self.hurry if self.stopping.is_set() else self.stopping).set()

    def _check_stop(self) -> None:
        if self.stopping.is_set():
            raise Stopped

    def _pause(self, seconds: float) -> None:
        self.stopping.wait(seconds)
        self._check_stop()


def _port(word: str) -> int:
    if word.isdigit() and 0 < int(word) < 65536:
        return int(word)
    raise OperatorError(f"PORT must be a number from 1 to 65535, not {word!r}.")


def _webs(word: str) -> int:
    if word.isdigit() and 0 < int(word) <= MOST_WEBS:
        return int(word)
    raise OperatorError(f"WEB must be a number of processes from 1 to {MOST_WEBS}, not {word!r}.")


def _require_postgres(url: str) -> None:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        raise OperatorError(f"No PostgreSQL at DATABASE_URL: {_reason(error, url)}.") from None


def _require_redis(url: str) -> None:
    try:
        with client(url) as asked:
            asked.ping()
    except (redis.RedisError, ValueError, OSError) as error:
        raise OperatorError(f"No Redis at REDIS_URL: {_reason(error, url)}.") from None


def _reason(error: Exception, url: str) -> str:
    """What the driver said, on one line and without the password."""
    words = " ".join(str(error).split()) or type(error).__name__
    password = url.split("@")[0].rpartition(":")[2] if "@" in url else ""
    return (words.replace(password, "…") if password else words).rstrip(".")


def main() -> int:
    var = Path(os.environ.get("VAR_DIR") or ROOT / "var").resolve()
    return run_command(lambda: Play(var, os.environ, Progress()).run(), var / "log" / "details.log")


if __name__ == "__main__":
    sys.exit(main())
