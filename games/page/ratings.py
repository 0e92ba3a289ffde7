"""Ratings beside the names of a match: what people brought to it, and what it did to them.

Asked once a match and process while it is played, and once more when it is over: everybody who
looks, at every step, shares the answer.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from accounts.ratings import selectors as ratings
from accounts.ratings.models import RatingChange
from accounts.ratings.selectors import Mark
from games.engine.contract import Seat
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


def rating_note(shown: LoadedMatch, seat: Seat | None) -> str:
    """Why a rated match counts for nobody, or for this seat not in full; mostly there is nothing
    to say."""
    match = shown.match
    if not match.rated or match.status != Match.Status.FINISHED:
        return ""
    changes = ratings_of(shown).changes
    if not changes:
        return _("It was given up too early to count: nobody's rating changes.")
    change = None if seat is None else changes.get(shown.seats[seat].user_id)
    if change is None or change.weight == 1:
        return ""
    if change.weight == 0:
        return _("You met often today, so this match does not change your rating.")
    return _("You met before today, so this match counts %(percent)d %% for your rating.") % {
        "percent": round(100 * change.weight)
    }


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
