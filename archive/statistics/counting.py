"""Tallies of what chance gave in finished matches. The only writer of the statistics.

Matches are counted in the order in which they ended, each once: the mark up to which they were
counted moves in the same transaction as the counts. Running it again, or twice at once, changes
nothing; stopping it in the middle loses nothing.
"""

import hashlib
import json
import time
from collections import Counter
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from archive.models import ChanceCount, CountingCursor
from archive.proof.log import canonical
from archive.replay.frames import Replay, make
from games.engine.errors import Refusal
from games.models import Event, Match
from games.services.finishing import ADJUDICATED

LAG = timedelta(minutes=10)
"""A match that ended just now may still be on its way into the database; it waits a night."""

LISTED = 5000
CHUNK = 25
MOST_VALUES = 200
LONGEST_VALUE = 80

FORFEIT = "forfeit"
"""The reason of a result that a match has because all others left."""

Key = tuple[str, str, str, str]
"""Game, kind, group, value."""


def fill(seconds: float = 8.0) -> bool:
    """Counts matches for about so many seconds. True: there are more."""
    until = time.monotonic() + seconds
    reading, _ = CountingCursor.objects.get_or_create(name=CountingCursor.CHANCE)
    waiting = list(ended_after(reading))
    for start in range(0, len(waiting), CHUNK):
        if time.monotonic() > until or not count(reading, waiting[start : start + CHUNK]):
            return True
    if len(waiting) == LISTED:
        return True
    CountingCursor.objects.filter(pk=reading.pk).update(filled_at=Now())
    return False


def ended_after(reading: CountingCursor) -> Any:
    """The next matches, as (ended, id), oldest first."""
    rows = Match.objects.filter(
        status=Match.Status.FINISHED, finished_at__isnull=False, finished_at__lt=Now() - LAG
    )
    if reading.up_to is not None:
        rows = rows.filter(
            Q(finished_at__gt=reading.up_to) | Q(finished_at=reading.up_to, id__gt=reading.up_to_id)
        )
    return rows.order_by("finished_at", "id").values_list("finished_at", "id")[:LISTED]


def count(reading: CountingCursor, ended: list[tuple[Any, int]]) -> bool:
    """One chunk, one transaction. False: somebody else is counting."""
    counts: Counter[Key] = Counter()
    weights: dict[Key, int] = {}
    unread = 0
    for match in Match.objects.filter(pk__in=[id_ for _, id_ in ended]).defer("state"):
        try:
            found, weighed = tally(match, make(match))
        except Refusal:
            unread += 1
            continue
        counts.update(found)
        weights |= weighed
    with transaction.atomic():
        held = CountingCursor.objects.select_for_update().get(pk=reading.pk)
        if (held.up_to, held.up_to_id) != (reading.up_to, reading.up_to_id):
            return False
        add(counts, weights)
        held.up_to, held.up_to_id = ended[-1]
        held.matches += len(ended) - unread
        held.unread += unread
        held.save()
    reading.up_to, reading.up_to_id = held.up_to, held.up_to_id
    return True


def add(counts: Counter[Key], weights: dict[Key, int]) -> None:
    """Adds to what is there; a value that never came is there too, with nothing."""
    if not weights:
        return
    table = connection.ops.quote_name(ChanceCount._meta.db_table)
    rows = sorted((*key, weight, counts[key]) for key, weight in weights.items())
    with connection.cursor() as cursor:
        cursor.executemany(
            f'INSERT INTO {table} AS t (game, kind, "group", value, weight, count)'
            " VALUES (%s, %s, %s, %s, %s, %s)"
            ' ON CONFLICT (game, kind, "group", value)'
            " DO UPDATE SET count = t.count + EXCLUDED.count",
            rows,
        )


# ---- What is counted ---------------------------------------------------------------------------


def tally(match: Match, replay: Replay) -> tuple[Counter[Key], dict[Key, int]]:
    """Faces rolled, first pieces of shuffles, lots drawn, and who won."""
    counts: Counter[Key] = Counter()
    weights: dict[Key, int] = {}

    def note(kind: str, group: str, values: dict[str, int], came: list[str]) -> None:
        for value, weight in values.items():
            weights[match.game, kind, group, value] = weight
        counts.update((match.game, kind, group, value) for value in came)

    for frame in replay.frames:
        for call in frame.calls:
            values = weighed(call["items"])
            if values is None:
                continue
            group = group_of(values)
            match call["call"]:
                case "roll":
                    note(ChanceCount.Kind.ROLL, group, values, [written(v) for v in call["result"]])
                case "shuffle":
                    note(ChanceCount.Kind.FIRST, group, values, [written(call["result"][0])])
                case "pick":
                    note(ChanceCount.Kind.PICK, group, values, [written(call["result"])])
    for kind, group, values, value in wins(match, replay):
        note(kind, group, values, [value])
    return counts, weights


def weighed(items: list[Any]) -> dict[str, int] | None:
    """How often each value is among the items; None where counting them would say nothing."""
    if not 2 <= len(items) <= MOST_VALUES or not all(isinstance(i, str | int) for i in items):
        return None
    values = Counter(written(item) for item in items)
    if len(values) < 2 or max(map(len, values)) > LONGEST_VALUE:
        return None
    return dict(values)


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def group_of(values: dict[str, int]) -> str:
    """The same name for the same things to choose from, in whatever order they are given."""
    return hashlib.sha256(canonical(values).encode()).hexdigest()[:32]


def wins(match: Match, replay: Replay) -> list[tuple[str, str, dict[str, int], str]]:
    """By chair, and by who began. Only matches that people played out, with winners."""
    places = (match.result or {}).get("places") or []
    winners = [seat for seat, place in enumerate(places) if place == 1]
    ranked = [seat for seat, place in enumerate(places) if place is not None]
    if not played_out(match, replay) or len(winners) >= len(ranked):
        return []
    found: list[tuple[str, str, dict[str, int], str]] = []
    if len(winners) == 1:
        chairs = {written(seat): 1 for seat in ranked}
        found.append((ChanceCount.Kind.CHAIR, str(len(ranked)), chairs, written(winners[0])))
    first = (f.event.seat for f in replay.frames[1:] if f.event.seat is not None)
    began = next((seat for seat in first if seat in ranked), None)
    if began is not None:
        shares = {"true": len(winners), "false": len(ranked) - len(winners)}
        group = f"{len(ranked)}/{len(winners)}"
        found.append((ChanceCount.Kind.BEGAN, group, shares, written(began in winners)))
    return found


def played_out(match: Match, replay: Replay) -> bool:
    """Whether people alone played every move, and the game itself ended the match.

    Neither a forfeit nor a result that the staff gave says which chair the game favours.
    """
    reason = (match.result or {}).get("reason")
    bots_moved = any(frame.event.by == Event.By.BOT for frame in replay.frames)
    return not (match.bots or bots_moved or reason in (FORFEIT, ADJUDICATED))
