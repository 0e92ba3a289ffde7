"""Prepared data directory and static files: made once for each state of the code, then shared.

Tests, benchmarks and faults runs open a dozen sites. To make a database cluster and its tables
takes six seconds of work, to unpack one that was made before a fraction of one. What was made is
kept in `var/prepared/` and named after all that it is made of; another state of the code makes its
own and sweeps away the old one.
"""

import fcntl
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager

from ops import ROOT
from ops.desk.postgres import Postgres
from ops.desk.site import Site
from ops.desk.stamp import table_sources

PLACE = ROOT / "var" / "prepared"
STATIC = PLACE / "static"
NO_REDIS = "redis://127.0.0.1:1/0"


def make(postgres: Postgres) -> None:
    """As `postgres.make()`, but all tables are there in the owner's database."""
    with _alone():
        archive = PLACE / f"{table_sources()[:16]}.tar"
        if archive.exists():
            with tarfile.open(archive) as packed:
                packed.extractall(postgres.data, numeric_owner=True, filter="fully_trusted")
            return
        postgres.make()
        _migrate(postgres)
        for old in PLACE.glob("*.tar*"):
            old.unlink()
        half = archive.with_suffix(".tar.new")
        with tarfile.open(half, "w") as packed:
            packed.add(postgres.data, arcname=".")
        half.rename(archive)


def static_files(site: Site) -> None:
    """The files at `STATIC`, which sites share, collected if they are not."""
    with _alone():
        site.collect_static()


def _migrate(postgres: Postgres) -> None:
    postgres.start()
    try:
        site = Site(postgres.url(), NO_REDIS, postgres.data.with_name("migrating"), roles=())
        site.run_manage("migrate", "--noinput", "--skip-checks")
    finally:
        postgres.stop()


@contextmanager
def _alone() -> Iterator[None]:
    """Several workers begin at once; the first makes what all of them need."""
    PLACE.mkdir(parents=True, exist_ok=True)
    with (PLACE / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
