"""Karma policy: points for each outcome, the word for a score, and cool-downs for leaving."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.karma.models import Entry

Kind = Entry.Kind

# Whoever leaves has to play ten matches to the end to make good for it.
POINTS = {
    Kind.FINISHED: 1,
    Kind.CONCEDED: 0,
    Kind.LEFT: -10,
    Kind.TIMED_OUT: -4,
    Kind.REPORTED: -15,
    Kind.EXCUSED: 0,
}

WINDOW = timedelta(days=7)

# By the number of matches left within the window. The first may happen to anybody.
COOL_DOWNS = (
    timedelta(0),
    timedelta(0),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
    timedelta(days=3),
)

# What a table may ask for.
FLOORS = (0, 50, 70, 85)

_WORDS = ((85, _("very reliable")), (70, _("reliable")), (50, _("mostly reliable")))


def word(value: int) -> Any:
    """The number as others see it."""
    return next((name for least, name in _WORDS if value >= least), _("often leaves"))


def cool_down(left: int) -> timedelta:
    return COOL_DOWNS[min(left, len(COOL_DOWNS) - 1)]
