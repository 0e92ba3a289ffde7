"""Filters of a history: by game, result, kind, opponent and period."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.ratings import seasons
from games import registry


class Result(StrEnum):
    WON = "won"
    LOST = "lost"
    LEFT = "left"


class Kind(StrEnum):
    RATED = "rated"
    FRIENDLY = "friendly"


class Period(StrEnum):
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"

    def began(self, now: datetime) -> datetime:
        days = {"week": 7, "month": 30, "year": 365}
        if self is Period.SEASON:
            return seasons.began(seasons.season_of(now))
        return now - timedelta(days=days[self])


RESULTS = {Result.WON: _("Won"), Result.LOST: _("Not won"), Result.LEFT: _("Given up")}
KINDS = {Kind.RATED: _("Rated"), Kind.FRIENDLY: _("Friendly")}
PERIODS = {
    Period.WEEK: _("The last 7 days"),
    Period.MONTH: _("The last 30 days"),
    Period.SEASON: _("This season"),
    Period.YEAR: _("The last 365 days"),
}


@dataclass(frozen=True)
class Filters:
    """What is asked for; anything unknown asks for nothing."""

    game: str = ""
    result: str = ""
    kind: str = ""
    opponent: str = ""
    period: str = ""

    @classmethod
    def parse(cls, query: Any) -> "Filters":
        def one_of(name: str, known: Any) -> str:
            asked = str(query.get(name, ""))
            return asked if asked in known else ""

        return cls(
            game=one_of("game", registry.game_keys()),
            result=one_of("result", list(Result)),
            kind=one_of("kind", list(Kind)),
            opponent=str(query.get("opponent", "")).strip()[:20],
            period=one_of("period", list(Period)),
        )

    @property
    def asked(self) -> dict[str, str]:
        """What a link to the next page must carry along."""
        return {name: value for name, value in vars(self).items() if value}
