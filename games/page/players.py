"""Players of a match as a page shows them: whose turn, who is away, who is a bot."""

from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.people.display import display_name
from accounts.ratings.selectors import Mark
from games.engine.contract import Seat
from games.page.ratings import ratings_of
from games.selectors import LoadedMatch

ROLES = {
    "host": pgettext_lazy("at a table", "host"),
    "referee": pgettext_lazy("at a table", "referee"),
}


class Player(msgspec.Struct, frozen=True):
    """Somebody at the table, as a page shows them."""

    seat: Seat
    user: User
    is_you: bool
    level: str
    to_move: bool
    away_until_ms: int | None
    """When the grace of somebody who is gone ends, by the database's clock."""
    forfeited: bool
    place: int | None
    view: Any
    role: str = ""
    """A host or a referee, in a word; nothing for a player."""
    team: int | None = None
    """Whom they play with, where the table plays in teams."""
    is_local: bool = False
    """In the room with the others, without an account."""
    rating: Mark | None = None

    @property
    def name(self) -> str:
        return display_name(self.user)

    @property
    def is_bot(self) -> bool:
        return self.user.is_bot

    @property
    def is_guest(self) -> bool:
        return self.user.is_guest

    @property
    def taken_over(self) -> bool:
        return bool(self.level) and not self.user.is_bot and not self.is_local


def players(shown: LoadedMatch, view: Any, you: Seat | None) -> list[Player]:
    turn = getattr(view, "turn", None)
    per_player = getattr(view, "players", None)
    marks = ratings_of(shown).marks
    teams = shown.rules.teams(len(shown.seats), shown.options)
    return [
        Player(
            seat=Seat(row.index),
            user=row.user,
            is_you=row.index == you,
            level=shown.match.bots.get(str(row.index), ""),
            to_move=turn == row.index,
            away_until_ms=away_until_ms(shown, row),
            forfeited=row.forfeited_at is not None,
            place=row.place,
            view=per_player[row.index] if per_player is not None else None,
            role=str(ROLES.get(row.role, "")),
            team=teams[row.index] if teams else None,
            is_local=bool(row.name),
            rating=None if row.role else marks.get(row.user_id),
        )
        for row in shown.seats
    ]


def away_until_ms(shown: LoadedMatch, row: Any) -> int | None:
    if row.absent_since is None or str(row.index) in shown.match.bots:
        return None
    return epoch_ms(row.absent_since) + int(settings.RECONNECT_GRACE * 1000)


def epoch_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
