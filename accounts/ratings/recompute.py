"""Recomputation of every rating from the matches, in the order in which they ended.

It writes only what differs, so a second run finds nothing to do. Matches that end meanwhile wait
only for the last stretch: most of the way is gone before the gate is closed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import TypeVar

from django.db import connection, transaction

from accounts.models import User
from accounts.ratings import repeats
from accounts.ratings.models import Rating, RatingChange, Tally
from accounts.ratings.record import Record, after_match
from accounts.ratings.seasons import ALL_TIME, season_of
from accounts.ratings.services import GATE, change
from accounts.ratings.skill import Side

BATCH = 2000

T = TypeVar("T")

COMPARED = tuple(
    field.attname for field in RatingChange._meta.concrete_fields if field.attname != "id"
)


@dataclass(frozen=True)
class Ended:
    """A match that counts: who played it, and when it ended."""

    match_id: int
    game: str
    at: datetime
    sides: tuple[Side, ...]
    discounted: bool = True
    """Whether it began under the rule that repeated results count less."""


@dataclass
class Report:
    matches: int = 0
    changes: int = 0
    """Lines of the past that were missing, wrong or too many."""
    ratings: int = 0
    """Ratings that were missing, wrong or too many."""
    tallies: int = 0

    @property
    def clean(self) -> bool:
        return not (self.changes or self.ratings or self.tallies)


Source = Callable[[datetime | None], Iterable[Ended]]
"""The matches that count, by their end; with a moment, those that ended since."""

Tell = Callable[[int], None]


class Recount:
    def __init__(self, source: Source, *, write: bool, tell: Tell = lambda done: None) -> None:
        self.source, self.write, self.tell = source, write, tell
        self.records: dict[tuple[str, int], dict[int, Record]] = {}
        self.meetings = repeats.Meetings()
        self.seen: set[int] = set()
        self.last: datetime | None = None
        self.report = Report()

    def run(self) -> Report:
        with transaction.atomic():
            self._take_time()
            self._replay(self.source(None))
            self._close_the_gate()
            # Somebody may have ended a match while we read; and have begun to before our last.
            self._replay(ended for ended in self.source(self.last) if not self._known(ended))
            self._drop_strays()
            self._compare_ratings()
            self._compare_tallies()
            if not self.write:
                transaction.set_rollback(True)
        return self.report

    def _take_time(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")

    def _close_the_gate(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [GATE])

    def _known(self, ended: Ended) -> bool:
        return ended.match_id in self.seen

    # ---- The past ------------------------------------------------------------------------------

    def _replay(self, source: Iterable[Ended]) -> None:
        for batch in _batches(source):
            moments = self._counted_at(batch)
            due = [row for ended in batch for row in self._play(ended, moments)]
            self._compare_changes([ended.match_id for ended in batch], due)
            self.tell(self.report.matches)

    def _counted_at(self, batch: list[Ended]) -> dict[int, datetime]:
        """When each was counted: at midnight of a new season that may be a moment earlier."""
        ids = [ended.match_id for ended in batch]
        rows = RatingChange.objects.filter(match_id__in=ids)
        return dict(rows.values_list("match_id", "at").distinct())

    def _play(self, ended: Ended, moments: dict[int, datetime]) -> Iterator[RatingChange]:
        at = moments.get(ended.match_id, ended.at)
        season = season_of(at)
        people = sorted(who for side in ended.sides for who in side.people)
        met = self.meetings.before(ended.game, people, at)
        weights = repeats.weights(people, met if ended.discounted else {})
        self.meetings.note(ended.game, weights, at)
        known = self.records.setdefault((ended.game, ALL_TIME), {})
        before = {who: known.get(who, Record()) for who in people}
        after = {}
        for term in (ALL_TIME, season):
            records = self.records.setdefault((ended.game, term), {})
            after[term] = after_match(ended.sides, records, at, weights)
            records.update(after[term])
        self.seen.add(ended.match_id)
        self.last = max(self.last or ended.at, ended.at)
        self.report.matches += 1
        for side in ended.sides:
            for who in side.people:
                yield change(
                    ended.match_id,
                    ended.game,
                    side.place,
                    at,
                    who,
                    weights[who],
                    before[who],
                    after,
                    season,
                )

    def _compare_changes(self, match_ids: list[int], due: list[RatingChange]) -> None:
        stored = {
            (row.match_id, row.user_id): row
            for row in RatingChange.objects.filter(match_id__in=match_ids)
        }
        missing, wrong = [], []
        for row in due:
            there = stored.pop((row.match_id, row.user_id), None)
            if there is None:
                missing.append(row)
            elif any(getattr(there, name) != getattr(row, name) for name in COMPARED):
                row.pk = there.pk
                wrong.append(row)
        self.report.changes += len(missing) + len(wrong) + len(stored)
        if self.write:
            old = [row.pk for row in (*stored.values(), *wrong)]
            RatingChange.objects.filter(pk__in=old).delete()
            RatingChange.objects.bulk_create([*missing, *wrong])

    def _drop_strays(self) -> None:
        """Lines of matches that no longer count."""
        rows = RatingChange.objects.order_by("match_id").values_list("match_id", flat=True)
        strays = [match_id for match_id in rows.distinct() if match_id not in self.seen]
        self.report.changes += len(strays)
        if self.write and strays:
            RatingChange.objects.filter(match_id__in=strays).delete()

    # ---- The present ---------------------------------------------------------------------------

    def _compare_ratings(self) -> None:
        """Who left the house stands on no board."""
        gone = set(User.objects.filter(deleted_at__isnull=False).values_list("pk", flat=True))
        due = {
            (game, season, who): record
            for (game, season), records in self.records.items()
            for who, record in records.items()
            if who not in gone and record.matches
        }
        wrong, stray = [], []
        for row in Rating.objects.iterator(chunk_size=BATCH):
            record = due.pop((row.game, row.season, row.user_id), None)
            if record is None:
                stray.append(row.pk)
            elif row.record != record or row.shown != record.shown:
                row.take(record)
                wrong.append(row)
        missing = []
        for (game, season, who), record in due.items():
            row = Rating(user_id=who, game=game, season=season)
            row.take(record)
            missing.append(row)
        self.report.ratings = len(wrong) + len(stray) + len(missing)
        if self.write:
            # Written anew: for many rows that is far quicker than changing each.
            for some in _batches([*stray, *(row.pk for row in wrong)]):
                Rating.objects.filter(pk__in=some).delete()
            Rating.objects.bulk_create([*missing, *wrong], batch_size=BATCH)

    def _compare_tallies(self) -> None:
        counted = " UNION ALL ".join(
            f"SELECT game, season, '{measure}', {measure}, count(*)::int"
            f" FROM ratings_rating WHERE matches > 0 GROUP BY game, season, {measure}"
            for measure in Tally.Measure.values
        )
        stored = "SELECT game, season, measure, value, people FROM ratings_tally WHERE people <> 0"
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT count(*) FROM ((({counted}) EXCEPT {stored})"
                f" UNION ALL ({stored} EXCEPT ({counted}))) AS different"
            )
            self.report.tallies = cursor.fetchone()[0]
            if self.write and self.report.tallies:
                cursor.execute("DELETE FROM ratings_tally")
                cursor.execute(
                    f"INSERT INTO ratings_tally (game, season, measure, value, people) {counted}"
                )


def _batches(source: Iterable[T]) -> Iterator[list[T]]:
    walk = iter(source)
    while batch := list(islice(walk, BATCH)):
        yield batch
