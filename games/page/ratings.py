"""Ratings beside the names of a match: what people brought to it, and what it did to them.

Asked once a match and process while it is played, and once more when it is over: everybody who
looks, at every step, shares the answer.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from accounts.ratings import selectors as ratings
from accounts.ratings.models import RatingChange
from accounts.ratings.selectors import Mark
from games.models import Match
from games.selectors import LoadedMatch

KEPT = 500


@dataclass(frozen=True)
class MatchRatings:
    """By person."""

    marks: dict[int, Mark] = field(default_factory=dict)
    changes: dict[int, RatingChange] = field(default_factory=dict)


_known: OrderedDict[tuple[int, bool], MatchRatings] = OrderedDict()
_guard = threading.Lock()


def ratings_of(shown: LoadedMatch) -> MatchRatings:
    over = shown.match.status != Match.Status.RUNNING
    key = (shown.match.pk, over)
    with _guard:
        if key in _known:
            return _known[key]
    found = _read(shown, over)
    with _guard:
        _known[key] = found
        while len(_known) > KEPT:
            _known.popitem(last=False)
    return found


def _read(shown: LoadedMatch, over: bool) -> MatchRatings:
    """What the match did stands for what people have now: a later match changes no old result."""
    if over and shown.match.rated:
        rows = ratings.changes([shown.match.pk])
        changes = {who: row for (_match, who), row in rows.items()}
        if changes:
            marks = {who: Mark(row.shown, row.provisional) for who, row in changes.items()}
            return MatchRatings(marks, changes)
    people = [row.user_id for row in shown.seats if not row.name and not row.user.is_bot]
    return MatchRatings(ratings.marks(shown.match.game, people))
