"""Who runs PostgreSQL: it refuses to run as root, so root lends it another account."""

import os
import pwd
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ops.trouble import Trouble


class Account(NamedTuple):
    name: str
    uid: int
    gid: int

    def owns(self, path: Path) -> None:
        """Hand a file or folder over to this account."""
        os.chown(path, self.uid, self.gid)

    def popen(self) -> dict[str, Any]:
        """What `subprocess` needs to start a program as this account."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def may(self, test: str, path: Path) -> bool:
        """Asked of the machine itself: modes, lists and mounts all have a say in it."""
        try:
            asked = subprocess.run(
                ["/bin/sh", "-c", f'test {test} "$1"', "sh", str(path)], cwd="/", **self.popen()
            )
        except PermissionError:
            raise Trouble(
                "PostgreSQL does not run as root, and this root may not switch to another user: "
                "start as a normal user, or set DATABASE_URL."
            ) from None
        return asked.returncode == 0


def server_account(data: Path) -> Account | None:
    """The account for the server of this data folder; None means whoever we are."""
    owner = data.stat().st_uid if data.exists() else None
    if os.geteuid() != 0:
        if owner not in {None, os.geteuid()}:
            raise Trouble(
                f"{data} belongs to another user: start as that user, "
                "or move the folder away to begin with an empty database."
            )
        return None
    if owner:
        return _account(pwd.getpwuid(owner))
    for name in ["postgres", "nobody"]:
        try:
            return _account(pwd.getpwnam(name))
        except KeyError:
            continue
    raise Trouble("PostgreSQL does not run as root: start as a normal user, or set DATABASE_URL.")


def reachable(places: Iterable[Path], account: Account | None) -> Path:
    """The first folder that this account can walk into; made when it is not there."""
    tried = []
    for place in places:
        tried.append(str(place))
        try:
            _make_open(place)
        except OSError:
            continue
        if account is None or account.may("-x", place):
            return place
    raise Trouble(f"PostgreSQL finds no folder it may use; tried {', '.join(tried)}.")


def _make_open(place: Path) -> None:
    """Make a folder that others may pass, whatever this user's habits are; old ones stay."""
    if not place.exists():
        _make_open(place.parent)
        place.mkdir(exist_ok=True)
        place.chmod(0o755)


def _account(entry: pwd.struct_passwd) -> Account:
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
