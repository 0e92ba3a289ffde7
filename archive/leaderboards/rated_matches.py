"""Rated matches that count, in the order in which they ended: what the ratings are made of."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any

import msgspec

from accounts.ratings.recompute import Ended
from games import registry
from games.engine import codec
from games.models import Match, Seat
from games.services.match_rating import GIVEN_UP, is_too_short, own_moves, sides_of

OVERLAP = timedelta(minutes=2)
"""A match may be marked as ended a moment before others and be stored after them."""

AT_ONCE = 5000


def ended_matches(since: datetime | None = None) -> Iterator[Ended]:
    """Every finished rated match that counts; with a moment, those since shortly before it."""
    rows = Seat.objects.filter(match__status=Match.Status.FINISHED, match__rated=True)
    if since is not None:
        rows = rows.filter(match__finished_at__gte=since - OVERLAP)
    rows = (
        rows.select_related("match", "user")
        .only(
            "match__game",
            "match__options",
            "match__finished_at",
            "match__rating_rules",
            "match__result",
            "index",
            "user__is_bot",
            "name",
            "place",
            "forfeited_at",
        )
        .order_by("match__finished_at", "match_id", "index")
    )
    for match_id, group in groupby(rows.iterator(chunk_size=AT_ONCE), lambda row: row.match_id):
        seats = list(group)
        match = seats[0].match
        if match.game not in registry.game_keys() or match.finished_at is None:
            continue
        rules = registry.rules_for(match.game)
        options = _options(match.game, msgspec.json.encode(match.options))
        version, reason = match.rating_rules, (match.result or {}).get("reason", "")
        own = own_moves(match_id) if version and reason == GIVEN_UP else {}
        if is_too_short(rules, version, reason, seats, own):
            continue
        sides = sides_of(rules, options, seats)
        if sides:
            yield Ended(match_id, match.game, match.finished_at, sides, discounted=version > 0)


@lru_cache(maxsize=256)
def _options(game: str, written: bytes) -> Any:
    return codec.load(msgspec.json.decode(written), registry.rules_for(game).Options)
