"""Evidence of a report, a snapshot of what the reporter saw: later edits do not change it.

Everything here is what everybody at the table could see; no hand and no secret gets in.
"""

from typing import Any

from accounts.people.display import display_name
from games import selectors
from games.event_log import log_of
from games.models import Match
from games.page.log import narrate
from games.page.plain_text import plain
from games.page.players import ROLES
from lobby.models import ChatLine
from lobby.room.phrases import phrase_text

BEFORE, AFTER, MOVES = 12, 6, 12


def chat(line: ChatLine) -> dict[str, Any]:
    """The line and those around it."""
    rows = ChatLine.objects.filter(table=line.table, watched=line.watched_id).select_related("user")
    before = reversed(rows.filter(pk__lte=line.pk).order_by("-pk")[: BEFORE + 1])
    after = rows.filter(pk__gt=line.pk).order_by("pk")[:AFTER]
    return {
        "table": line.table.code,
        "line": line.pk,
        "lines": [
            {
                "id": row.pk,
                "name": "" if row.user is None else display_name(row.user),
                "words": phrase_text(row.phrase) if row.phrase else row.text,
                "at": row.at.isoformat(timespec="seconds"),
            }
            for row in [*before, *after]
        ],
    }


def match(found: Match) -> dict[str, Any]:
    """Where the match stood, who sat where, and its last steps as a watcher reads them."""
    shown = selectors.read(found.pk)
    assert shown is not None
    told = narrate(shown, log_of(found.pk, shown.rules, MOVES), None)
    return {
        "match": found.pk,
        "game": found.game,
        "step": found.seq,
        "status": found.status,
        "rated": found.rated,
        "seats": [
            {
                "seat": row.index,
                "name": row.name or display_name(row.user),
                "role": str(ROLES.get(row.role, "")),
                "bot": str(row.index) in found.bots,
                "away_since": row.absent_since and row.absent_since.isoformat(timespec="seconds"),
                "left_at": row.forfeited_at and row.forfeited_at.isoformat(timespec="seconds"),
                "place": row.place,
            }
            for row in shown.seats
        ],
        "moves": [plain(line.html) for line in told],
    }
