"""The house of a faults run: two web processes, the workers, a PostgreSQL on a small disk, a Redis.

Every part can be killed, stopped and brought back; a fault has ended when the part does its work
again, which is asked of the part itself.
"""

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
import psycopg

from ops.desk.ports import free_port
from ops.desk.process import Process
from ops.desk.redis_client import client
from ops.desk.servers import Servers, new_folder, start_in
from ops.desk.site import Site
from ops.operator_error import OperatorError

DISK_MEGABYTES = 700
RECOVERS_WITHIN = 30.0
SWEEPING = 2.5
"""Seconds since the last sweep with which the clocks are well."""

TRIGGER = """
CREATE TABLE faults_clock (
  match bigint, seq int, deadline timestamptz, at timestamptz DEFAULT clock_timestamp());
CREATE FUNCTION faults_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO faults_clock (match, seq, deadline) VALUES (NEW.id, NEW.seq, NEW.deadline);
  RETURN NEW; END $$;
CREATE TRIGGER faults_clock AFTER INSERT OR UPDATE ON games_match
  FOR EACH ROW EXECUTE FUNCTION faults_note();
CREATE TABLE faults_beat (name text, at timestamptz);
CREATE FUNCTION faults_beat() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO faults_beat VALUES (NEW.name, NEW.at);
  RETURN NEW; END $$;
CREATE TRIGGER faults_beat AFTER INSERT OR UPDATE ON games_heartbeat
  FOR EACH ROW WHEN (NEW.name <> 'credited') EXECUTE FUNCTION faults_beat();
"""


class House:
    """`with House(folder, …) as house`: started and ready."""

    def __init__(self, folder: Path, env: dict[str, str], bug: str = "") -> None:
        self.folder = folder
        (folder / "faults").touch()
        self.disk: Path | None = None
        self.no_disk = ""
        """Why the database has no small disk of its own."""
        self.servers = self._servers()
        self.site = Site(
            self.servers.database_url,
            self.servers.redis_url,
            folder,
            ports=[free_port(), free_port()],
            env={
                "STATIC_ROOT": str(folder / "static"),
                "PLAIN_STATIC": "yes",  # no file is asked for, so none is collected
                "FAULTS_RUN": str(folder),
                "FAULTS_BUG": bug,
                **env,
            },
        )
        for name, process in self.site.processes.items():
            at = process.argv.index("-m")
            process.argv[at + 1 : at + 1] = ["ops.faults.inside"]
            process.environment["FAULTS_PART"] = name

    def __enter__(self) -> "House":
        try:
            with psycopg.connect(self.servers.database_url, autocommit=True) as link:
                link.execute(TRIGGER.encode())
            self.site.start()
            self.site.wait_ready(120)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            for process in self.processes().values():
                self.signal(process, signal.SIGCONT)
            self.site.stop()
        finally:
            try:
                self.servers.stop()
            finally:
                self._unmount()
                shutil.rmtree(self.servers.folder, ignore_errors=True)

    def _servers(self) -> Servers:
        folder = new_folder()
        disk = folder / "disk"
        disk.mkdir(mode=0o755)
        self._mount(disk)
        try:
            return start_in(folder, disk / "postgres", durable=True)
        except BaseException:
            self._unmount()
            raise

    def _mount(self, place: Path) -> None:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m,mode=755", "tmpfs", place],
            capture_output=True,
            text=True,
        )
        if done.returncode == 0:
            self.disk = place
        else:
            self.no_disk = done.stderr.strip() or "a small file system may not be mounted here"

    def _unmount(self) -> None:
        if self.disk is not None:
            subprocess.run(["umount", self.disk], capture_output=True)

    # ---- Parts -----------------------------------------------------------------------------------

    def processes(self) -> dict[str, Process]:
        postgres, redis = self.servers.postgres.process, self.servers.valkey.process
        assert postgres is not None and redis is not None
        return {**self.site.processes, "postgres": postgres, "redis": redis}

    def kill(self, part: str) -> None:
        self.processes()[part].kill()

    def signal(self, process: Process, number: int) -> None:
        """To a process and all its children, PostgreSQL's sessions too."""
        with suppress(psutil.Error):
            leader = psutil.Process(process.pid)
            for each in [leader, *leader.children(recursive=True)]:
                with suppress(psutil.Error):
                    each.send_signal(number)

    def revive(self, part: str) -> None:
        """What a supervisor does; a database that cannot start yet is tried again."""
        until = time.monotonic() + RECOVERS_WITHIN
        while True:
            try:
                if part == "postgres":
                    self.servers.postgres.restart()
                elif part == "redis":
                    self.servers.valkey.restart()
                else:
                    self.site.processes[part].start()
                return
            except OperatorError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)

    def wait_until_well(self, part: str) -> bool:
        """Until this part does its work; False when it took too long."""
        until = time.monotonic() + RECOVERS_WITHIN
        while time.monotonic() < until:
            if self.is_well(part):
                return True
            time.sleep(0.2)
        return False

    def is_well(self, part: str) -> bool:
        if part.startswith("web"):
            return self._answers(self.site.ports[0 if part == "web" else 1])
        if part in {"bots", "default", "push"}:
            return self.site.processes[part].alive
        return self._sweeps()

    def _answers(self, port: int) -> bool:
        line = HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            line.request("GET", "/healthz")
            return line.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            line.close()

    def _sweeps(self) -> bool:
        with suppress(psycopg.Error):
            with psycopg.connect(self.servers.database_url, connect_timeout=2) as link:
                row = link.execute(
                    "SELECT extract(epoch FROM clock_timestamp() - at) FROM games_heartbeat"
                    " WHERE name = 'sweep'"
                ).fetchone()
            return row is not None and float(row[0]) < SWEEPING
        return False

    # ---- What else can go wrong ------------------------------------------------------------------

    def empty_redis(self) -> None:
        with client(self.servers.redis_url, seconds=2) as link:
            link.flushall()

    def lose_redis(self) -> None:
        for kept in self.servers.valkey.data.glob("appendonly*"):
            shutil.rmtree(kept)

    def cut_sessions(self) -> None:
        with psycopg.connect(self.servers.database_url, connect_timeout=2, autocommit=True) as link:
            link.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    def fill_disk(self) -> Path:
        assert self.disk is not None
        ballast = self.disk / "ballast"
        with suppress(OSError), ballast.open("wb") as file:
            block = os.urandom(65536)
            while True:
                file.write(block)
                file.flush()
        return ballast

    def set_clock(self, part: str, seconds: float) -> None:
        (self.folder / f"clock-{part}").write_text(str(seconds))
