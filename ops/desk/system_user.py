"""System user of PostgreSQL: it refuses to run as root, so root starts it as another user."""

import os
import pwd
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ops.operator_error import OperatorError


class SystemUser(NamedTuple):
    name: str
    uid: int
    gid: int

    def owns(self, path: Path) -> None:
        """Hand a file or folder over to this user."""
        os.chown(path, self.uid, self.gid)

    def popen(self) -> dict[str, Any]:
        """What `subprocess` needs to start a program as this user."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def may(self, test: str, path: Path) -> bool:
        """Asked of the machine itself: modes, lists and mounts all have a say in it."""
        try:
            asked = subprocess.run(
                ["/bin/sh", "-c", f'test {test} "$1"', "sh", str(path)], cwd="/", **self.popen()
            )
        except PermissionError:
            raise OperatorError(
                "PostgreSQL does not run as root, and this root may not switch to another user: "
                "start as a normal user, or set DATABASE_URL."
            ) from None
        return asked.returncode == 0


def server_user(data: Path) -> SystemUser | None:
    """The user for the server of this data folder; None means whoever we are."""
    owner = data.stat().st_uid if data.exists() else None
    if os.geteuid() != 0:
        if owner not in {None, os.geteuid()}:
            raise OperatorError(
                f"{data} belongs to another user: start as that user, "
                "or move the folder away to begin with an empty database."
            )
        return None
    if owner:
        return _user(pwd.getpwuid(owner))
    for name in ["postgres", "nobody"]:
        try:
            return _user(pwd.getpwnam(name))
        except KeyError:
            continue
    raise OperatorError(
        "PostgreSQL does not run as root: start as a normal user, or set DATABASE_URL."
    )


def reachable(places: Iterable[Path], user: SystemUser | None) -> Path:
    """The first folder that this user can walk into; made when it is not there."""
    tried = []
    for place in places:
        tried.append(str(place))
        try:
            _make_open(place)
        except OSError:
            continue
        if user is None or user.may("-x", place):
            return place
    raise OperatorError(f"PostgreSQL finds no folder it may use; tried {', '.join(tried)}.")


def _make_open(place: Path) -> None:
    """Make a folder that others may pass, whatever this user's habits are; old ones stay."""
    if not place.exists():
        _make_open(place.parent)
        place.mkdir(exist_ok=True)
        place.chmod(0o755)


def _user(entry: pwd.struct_passwd) -> SystemUser:
    return SystemUser(entry.pw_name, entry.pw_uid, entry.pw_gid)
