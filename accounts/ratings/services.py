"""Rating services: the only writer of ratings.

`apply` runs inside the transaction that ends the match. It locks the ratings of the players in
the order of their ids, then the tallies in their order: two matches that end at once may wait for
each other, but never in a circle. `recompute.py` works it all out anew, while nobody else writes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from accounts.models import User
from accounts.ratings import repeats
from accounts.ratings.models import Rating, RatingChange, Tally
from accounts.ratings.record import Record, after_match
from accounts.ratings.seasons import ALL_TIME, season_of
from accounts.ratings.skill import Side

GATE = 0x52617465
"""Shared by the matches being counted; whoever counts everything anew holds it alone."""

RECORD_FIELDS = ("mu", "sigma", "shown", "matches", "wins", "streak", "best_streak", "last_played")

Shift = tuple[str, int, str, int]
"""A place in a tally: game, season, measure, value."""


MET = """
SELECT own.user_id, other.user_id, count(*)
  FROM ratings_ratingchange own JOIN ratings_ratingchange other USING (match_id)
 WHERE own.user_id = ANY(%(people)s) AND own.game = %(game)s AND own.at > %(since)s
   AND own.weight > 0 AND other.user_id = ANY(%(people)s) AND other.user_id <> own.user_id
 GROUP BY own.user_id, other.user_id
"""


def apply(
    match_id: int, game: str, sides: Sequence[Side], at: datetime, *, discounted: bool = True
) -> bool:
    """Counts a finished match for those who played it. A second time it changes nothing.
    Unless it is `discounted`, it counts in full however often these people met.

    Call it in the transaction that ends the match, before the match is marked as ended: then
    matches of the same people are marked in the order in which they were counted.
    """
    people = sorted(who for side in sides for who in side.people)
    if len(sides) < 2:
        return False
    with transaction.atomic():
        _pass_the_gate()
        season = season_of(at)
        rows = _lock(game, season, people)
        if RatingChange.objects.filter(match_id=match_id).exists():
            return False
        weights = repeats.weights(people, _met(game, people, at) if discounted else {})
        before = {who: rows[who, ALL_TIME].record for who in people}
        changes = {}
        shifts: Counter[Shift] = Counter()
        for term in (ALL_TIME, season):
            records = {who: rows[who, term].record for who in people}
            changes[term] = after_match(sides, records, at, weights)
            for who in people:
                shifts.subtract(places(game, term, records[who]))
                shifts.update(places(game, term, changes[term][who]))
                rows[who, term].take(changes[term][who])
        Rating.objects.bulk_update(rows.values(), RECORD_FIELDS)
        # Who has no result that counted has no rating.
        Rating.objects.filter(pk__in=[row.pk for row in rows.values() if not row.matches]).delete()
        RatingChange.objects.bulk_create(
            change(match_id, game, side.place, at, who, weights[who], before[who], changes, season)
            for side in sides
            for who in side.people
        )
        _shift(shifts)
    return True


def possible_gains(
    game: str, endings: Sequence[Sequence[Side]], who: int, at: datetime, *, discounted: bool = True
) -> tuple[int, int]:
    """The smallest and the largest change that `apply` would make to this person's number over some
    ends of a match. An end without sides counts for nobody."""
    people = sorted({each for sides in endings for side in sides for each in side.people})
    rows = Rating.objects.filter(game=game, season=ALL_TIME, user_id__in=people)
    records = {row.user_id: row.record for row in rows}
    weights = repeats.weights(people, _met(game, people, at) if discounted else {})
    before = records.get(who, Record()).shown
    gains = [
        after_match(sides, records, at, weights)[who].shown - before if sides else 0
        for sides in endings
    ]
    return min(gains), max(gains)


def change(
    match_id: int,
    game: str,
    place: int,
    at: datetime,
    who: int,
    weight: float,
    before: Record,
    after: dict[int, dict[int, Record]],
    season: int,
) -> RatingChange:
    """The line that says what this match did to this person."""
    record = after[ALL_TIME][who]
    return RatingChange(
        user_id=who,
        match_id=match_id,
        game=game,
        season=season,
        number=record.matches,
        place=place,
        weight=weight,
        at=at,
        mu_before=before.skill.mu,
        sigma_before=before.skill.sigma,
        mu=record.skill.mu,
        sigma=record.skill.sigma,
        shown_before=before.shown,
        shown=record.shown,
        season_shown=after[season][who].shown,
    )


def forget(user: User) -> None:
    """Takes somebody who left off the boards. What they did to others' ratings stands."""
    with transaction.atomic():
        _pass_the_gate()
        rows = list(Rating.objects.select_for_update().filter(user=user).order_by("user_id", "pk"))
        shifts: Counter[Shift] = Counter()
        for row in rows:
            shifts.subtract(places(row.game, row.season, row.record))
        Rating.objects.filter(pk__in=[row.pk for row in rows]).delete()
        _shift(shifts)


def places(game: str, season: int, record: Record) -> list[Shift]:
    """Where a record stands on each board. Who has not played stands nowhere."""
    if not record.matches:
        return []
    return [
        (game, season, Tally.Measure.SHOWN, record.shown),
        (game, season, Tally.Measure.MATCHES, record.matches),
        (game, season, Tally.Measure.STREAK, record.best_streak),
    ]


def _met(game: str, people: Sequence[int], at: datetime) -> repeats.Met:
    values: dict[str, Any] = {"people": list(people), "game": game, "since": at - repeats.DAY}
    with connection.cursor() as cursor:
        cursor.execute(MET, values)
        return {(who, other): times for who, other, times in cursor.fetchall()}


def _pass_the_gate() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [GATE])


def _lock(game: str, season: int, people: Iterable[int]) -> dict[tuple[int, int], Rating]:
    """The ratings of these people, made if they have none, locked by id."""
    new, people = Record(), list(people)
    fresh = []
    for who in people:
        for term in (ALL_TIME, season):
            row = Rating(user_id=who, game=game, season=term)
            row.take(new)
            fresh.append(row)
    Rating.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = (
        Rating.objects.select_for_update()
        .filter(game=game, season__in=(ALL_TIME, season), user_id__in=people)
        .order_by("user_id", "season")
    )
    return {(row.user_id, row.season): row for row in rows}


def _shift(shifts: Counter[Shift]) -> None:
    """Moves people from value to value, in one order."""
    moved = sorted((*key, count) for key, count in shifts.items() if count)
    if not moved:
        return
    games, seasons, measures, values, counts = zip(*moved, strict=True)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO ratings_tally AS t (game, season, measure, value, people)
            SELECT * FROM unnest(%s::varchar[], %s::int[], %s::varchar[], %s::int[], %s::int[])
            ON CONFLICT (game, season, measure, value)
            DO UPDATE SET people = t.people + excluded.people
            """,
            [list(games), list(seasons), [str(m) for m in measures], list(values), list(counts)],
        )
