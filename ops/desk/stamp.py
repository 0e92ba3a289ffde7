"""Stamp files: work that was finished is not done again while its sources and its outcome stand.

A stamp is taken away before the work and written after it, so a crash in between leaves none.
"""

import hashlib
import json
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from ops import ROOT

NO_SOURCES = {"__pycache__", "templates"}
NO_APPS = {"ops", "tests"}


class Stamp:
    """`sources` is their digest; `outcome` gives the digest of what is there, None without it."""

    def __init__(self, file: Path, sources: str, outcome: Callable[[], str | None]) -> None:
        self.file = file
        self.sources = sources
        self.outcome = outcome

    @property
    def valid(self) -> bool:
        found = self.outcome() if self.file.is_file() else None
        return found is not None and self.file.read_text() == f"{self.sources} {found}\n"

    @contextmanager
    def renewing(self) -> Iterator[None]:
        """Round the work: its sources are those of before, its outcome is that of after."""
        self.file.unlink(missing_ok=True)
        yield
        half = self.file.with_name(self.file.name + ".new")
        half.write_text(f"{self.sources} {self.outcome()}\n")
        half.rename(self.file)


def tables_stamp(file: Path, database_url: str, root: Path = ROOT) -> Stamp:
    """Of `migrate` and `create_demo`.

    Not of the migrations alone: receivers of `post_migrate` read code and data of the apps.
    """
    return Stamp(file, table_sources(root), lambda: _applied(database_url))


def table_sources(root: Path = ROOT) -> str:
    """Digest of all that the tables are made of."""
    names = [name for name in _names(root, _apps(root)) if "static" not in name.parts]
    return _digest(root, names)


def static_stamp(collected: Path, root: Path = ROOT) -> Stamp:
    """Of `collectstatic`, beside the folder it fills."""
    folders = [folder for app in _apps(root) for folder in app.rglob("static")]
    names = _names(root, [root / "static", *folders, root / "config"])
    file = collected.with_name(collected.name + ".stamp")
    return Stamp(file, _digest(root, names), lambda: _collected(collected))


def _apps(root: Path) -> list[Path]:
    packages = (init.parent for init in root.glob("*/__init__.py"))
    return [package for package in packages if package.name not in NO_APPS]


def _names(root: Path, folders: Iterable[Path]) -> list[Path]:
    """The files in these folders, seen from `root`, whose own place is nobody's business."""
    files = {file for folder in folders for file in folder.rglob("*") if file.is_file()}
    names = (file.relative_to(root) for file in files)
    return sorted(name for name in names if NO_SOURCES.isdisjoint(name.parts))


def _digest(root: Path, names: Iterable[Path]) -> str:
    """Of the files, and of the packages and the Python that work on them."""
    digest = hashlib.sha256(sys.version.encode())
    installed = Path(sysconfig.get_path("purelib")).glob("*.dist-info")
    for package in sorted(folder.name for folder in installed):
        digest.update(f"{package}\n".encode())
    for name in names:
        content = (root / name).read_bytes()
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _applied(database_url: str) -> str | None:
    """The migrations this database has seen, and when; None if an admin or all of it is missing."""
    question = (
        "SELECT md5(string_agg(concat_ws(' ', app, name, applied), ',' ORDER BY id)),"
        " EXISTS (SELECT FROM accounts_user WHERE is_superuser AND is_active)"
        " FROM django_migrations"
    )
    try:
        with psycopg.connect(database_url, connect_timeout=5) as connection:
            row = connection.execute(question).fetchone()
    except psycopg.Error:  # a new database, or one that `migrate` can say more about
        return None
    return str(row[0]) if row is not None and row[1] else None


def _collected(folder: Path) -> str | None:
    """The manifest of the collected files; None if one of them is missing."""
    try:
        manifest = (folder / "staticfiles.json").read_bytes()
        names = json.loads(manifest)["paths"].values()
    except (OSError, ValueError, KeyError):
        return None
    if not all((folder / name).is_file() for name in names):
        return None
    return hashlib.sha256(manifest).hexdigest()
