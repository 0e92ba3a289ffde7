"""Seasons: a quarter of a year each, by UTC. Everybody starts it anew."""

from datetime import UTC, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

ALL_TIME = 0
"""The season that never ends."""


def season_of(moment: datetime) -> int:
    """Such as 20264, the fourth quarter of 2026."""
    moment = moment.astimezone(UTC)
    return moment.year * 10 + (moment.month + 2) // 3


def current() -> int:
    return season_of(timezone.now())


def before(season: int) -> int:
    return season - 1 if season % 10 > 1 else season - 7


def began(season: int) -> datetime:
    return datetime(season // 10, season % 10 * 3 - 2, 1, tzinfo=UTC)


def words(season: int) -> str:
    """Such as "October – December 2026"."""
    if season == ALL_TIME:
        return _("All time")
    first = began(season)
    last = first.replace(month=first.month + 2)
    return _("%(first)s – %(last)s %(year)d") % {
        "first": date_format(first, "F"),
        "last": date_format(last, "F"),
        "year": first.year,
    }
