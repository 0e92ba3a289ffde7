"""Temporary servers: a fresh PostgreSQL with all tables and a Redis, for tests and benchmarks.

with fresh_servers() as servers:
    servers.database_url, servers.redis_url
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from ops.desk import prepared
from ops.desk.postgres import Postgres
from ops.desk.process import end_leftovers
from ops.desk.system_user import reachable, server_user
from ops.desk.valkey import Valkey

PREFIX = "courtyard-servers-"


class Servers:
    def __init__(self, postgres: Postgres, valkey: Valkey, folder: Path) -> None:
        self.postgres = postgres
        self.valkey = valkey
        self.folder = folder

    @property
    def database_url(self) -> str:
        return self.postgres.url()

    @property
    def redis_url(self) -> str:
        return self.valkey.url

    def stop(self) -> None:
        """Both, whatever happens to the first; then nothing of them is left."""
        try:
            self.valkey.stop()
        finally:
            self.postgres.stop()
            shutil.rmtree(self.folder, ignore_errors=True)


def start_fresh(durable: bool = False) -> Servers:
    """Start both. `durable` keeps fsync on, as measurements of the real thing need."""
    folder = new_folder()
    return start_in(folder, folder / "postgres", durable)


def new_folder() -> Path:
    """For servers; it is swept away once this process is gone."""
    remove_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=_common_place()))
    folder.chmod(0o711)  # the database's user passes through, and may not look around
    me = psutil.Process()
    (folder / "owner").write_text(f"{me.pid} {me.create_time()}")
    return folder


def start_in(folder: Path, data: Path, durable: bool) -> Servers:
    """Servers in a new folder, with the database's own at `data`."""
    postgres = Postgres(
        data,
        run=folder / "run",
        log=folder / "postgres.log",
        programs_dir=folder,
        durable=durable,
    )
    valkey = Valkey(
        folder / "redis", run=folder / "run", log=folder / "valkey.log", durable=durable
    )
    servers = Servers(postgres, valkey, folder)
    try:
        prepared.make(postgres)
        postgres.start()
        valkey.start()
    except BaseException:
        servers.stop()
        raise
    return servers


@contextmanager
def fresh_servers(durable: bool = False) -> Iterator[Servers]:
    servers = start_fresh(durable)
    try:
        yield servers
    finally:
        servers.stop()


def remove_abandoned() -> None:
    """Servers whose owner was killed before it could stop them: stopped and swept away."""
    for folder in Path(_common_place()).glob(PREFIX + "*"):
        with suppress(OSError, psutil.Error):  # somebody else may sweep it away at this moment
            if folder.stat().st_uid != os.geteuid() or _owner_lives(folder):
                continue
            end_leftovers(folder / "run")
            data = folder / "postgres"
            if data.exists():
                Postgres(
                    data, run=folder / "run", log=folder / "postgres.log", programs_dir=folder
                ).end_leftover()
            shutil.rmtree(folder, ignore_errors=True)


def _owner_lives(folder: Path) -> bool:
    """A folder without a readable owner is still being made, and left alone."""
    try:
        pid, born = (folder / "owner").read_text().split()
        return bool(abs(psutil.Process(int(pid)).create_time() - float(born)) < 1)
    except psutil.NoSuchProcess:
        return False
    except (OSError, ValueError):
        return True


def _common_place() -> Path:
    user = server_user(Path("/nonexistent"))
    return reachable([Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")], user)
