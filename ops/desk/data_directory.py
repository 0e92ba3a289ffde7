"""Data directory of the database: in `var/`, unless its system user cannot walk in there.

Root starts PostgreSQL as another user, and that one cannot enter, say, root's own home. Opening
every parent folder to everybody would be worse, so the data gets a place outside, remembered in
`var/elsewhere`.
"""

import hashlib
from pathlib import Path

from ops.desk.system_user import reachable, server_user

REMEMBERED = "elsewhere"
OUTSIDE = [Path("/var/lib/courtyard"), Path("/var/tmp/courtyard")]


def database_directory(var: Path) -> Path:
    """The folder that holds the database's own folder."""
    note = var / REMEMBERED
    if note.exists():
        return Path(note.read_text().strip())
    if (var / "postgres").exists():
        return var
    key = hashlib.sha256(str(var).encode()).hexdigest()[:12]
    places = [var, *(outside / key for outside in OUTSIDE)]
    place = reachable(places, server_user(var / "postgres"))
    if place != var:
        note.write_text(f"{place}\n")
    return place
