"""Staff decisions about a running match: abort, adjudicate, give time back."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F

from games.engine.contract import Outcome
from games.engine.errors import GameOver
from games.models import Match
from games.models import Seat as SeatRow
from games.services import facts, finishing
from games.services.refusals import NoRanking
from games.services.transition import lock, note, roles_of, store


def abort_match(match_id: int, why: str, reason: str = "") -> None:
    """Calls a running match off. It counts for nobody."""
    with transaction.atomic():
        run = lock(match_id)
        if run.status != Match.Status.RUNNING:
            raise GameOver
        note(run, facts.Aborted(why=why, reason=reason))
        finishing.decide(run, None, why)
        store(run)


def adjudicate_match(match_id: int, places: Sequence[int | None], reason: str) -> None:
    """The house decides a running match: the places as given, whoever left."""
    with transaction.atomic():
        run = lock(match_id)
        if run.status != Match.Status.RUNNING:
            raise GameOver
        roles = roles_of(run.rules, run.options, run.seats)
        if not _is_a_ranking(places, roles):
            raise NoRanking
        given = tuple(places)
        note(run, facts.Adjudicated(places=given, reason=reason))
        finishing.decide(run, Outcome(given, (), finishing.ADJUDICATED), finishing.ADJUDICATED)
        store(run)


def _is_a_ranking(places: Sequence[int | None], roles: Sequence[str]) -> bool:
    """A place for every player and for nobody else; those who tie share one, the next is free."""
    if [place is None for place in places] != [bool(role) for role in roles]:
        return False
    given = [place for place in places if place is not None]
    return all(place == 1 + sum(other < place for other in given) for place in given)


def give_time(match_id: int, seconds: int, reason: str) -> None:
    """Gives the running clock, and whoever is away, some time back."""
    with transaction.atomic():
        run = lock(match_id)
        if run.status != Match.Status.RUNNING or run.deadline is None:
            raise GameOver
        late = max(run.now, run.deadline)
        run.deadline = late + timedelta(seconds=seconds)
        run.clock_seconds = max(run.clock_seconds, (run.deadline - run.now).total_seconds())
        SeatRow.objects.filter(match_id=match_id, absent_since__isnull=False).update(
            absent_since=F("absent_since") + timedelta(seconds=seconds)
        )
        note(run, facts.TimeGiven(seconds=seconds, reason=reason))
        store(run)
