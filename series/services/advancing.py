"""Advancing a series: its start, its rounds, its end. Called by the sweep, safe at any time.

Three kinds of transactions follow each other, each under the lock of the series: `follow` reads
what was played, `calling.end_grace` ends the waiting for one pod, `step` decides what comes next.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from series.models import Entrant, Pod, Round, Series
from series.selectors import entrants_to_call
from series.services import ending, teaming
from series.services.arena import call_free
from series.services.calling import collect, copy_standings, end_grace, open_pods
from series.services.knockout import next_knockout, play_anew
from series.services.locking import change, database_now, lock_if_free, log
from series.services.rounds import next_game, next_swiss
from series.services.terms import seats_by_size

Kind, Status = Series.Kind, Series.Status


def advance(series_id: int) -> None:
    """All that is due now."""
    for pod_id in follow(series_id):
        end_grace(series_id, pod_id)
    step(series_id)


@transaction.atomic
def follow(series_id: int) -> list[int]:
    """Reads the open pods. Gives those whose grace is over."""
    series = lock_if_free(series_id)
    if series is None or series.status not in (Status.RUNNING, Status.PAUSED):
        return []
    collect(series)
    now = database_now()
    called = [pod for pod in open_pods(series) if pod.status == Pod.Status.CALLED]
    return [pod.pk for pod in called if pod.held_until is not None and pod.held_until <= now]


@transaction.atomic
def step(series_id: int) -> None:
    """Starts what is due, makes the next round or pod, or ends the series."""
    series = lock_if_free(series_id)
    if series is None:
        return
    now = database_now()
    due = series.deadline is not None and series.deadline <= now
    if series.status == Status.PLANNED and due:
        _start(series, now)
    elif series.status == Status.RUNNING and series.kind == Kind.ARENA:
        call_free(series, now, ends=due)
    elif series.status == Status.RUNNING and not open_pods(series):
        _between_rounds(series, now, due)


def start_night(series: Series) -> None:
    """Called with the series locked."""
    _begin(series, database_now())


def _start(series: Series, now: datetime) -> None:
    """With too few entrants it is called off, and they are told."""
    teaming.drop_forming(series)
    if len(entrants_to_call(series)) < min(seats_by_size(series.item)):
        log(series, None, "called off", "too few entrants")
        ending.call_off(series)
        return
    _begin(series, now)


def _begin(series: Series, now: datetime) -> None:
    ends = now + timedelta(minutes=series.minutes) if series.kind == Kind.ARENA else now
    change(series, status=Status.RUNNING, started_at=now, deadline=ends)
    copy_standings(series)
    if series.kind == Kind.ARENA:
        Entrant.objects.filter(series=series).update(free_since=now)
        Round.objects.create(series=series, number=1)
        call_free(series, now, ends=False)
    else:
        _between_rounds(series, now, due=True)


def _between_rounds(series: Series, now: datetime, due: bool) -> None:
    """No pod is open: the last round is over. After the break comes the next, or the end."""
    last = series.rounds_made.last()
    if last is not None and last.ended_at is None:
        if play_anew(series, last):
            return
        last.ended_at = now
        last.save(update_fields=["ended_at"])
        if _was_last(series, last):
            ending.end(series)
            return
        change(series, deadline=now + timedelta(seconds=series.break_seconds))
        due = series.break_seconds == 0
    if due:
        NEXT_ROUND[series.kind](series)


def _was_last(series: Series, last: Round) -> bool:
    if series.kind == Kind.NIGHT:
        return series.next_item >= len(series.programme)
    if series.kind == Kind.SWISS:
        return last.number >= series.rounds
    return last.pods.filter(featured=True).exists()


NEXT_ROUND: dict[str, Callable[[Series], None]] = {
    Kind.SWISS: next_swiss,
    Kind.KNOCKOUT: next_knockout,
    Kind.NIGHT: next_game,
}
