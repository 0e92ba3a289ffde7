"""Staff decisions about a series: pause, extend, remove an entrant, annul a match, end, repeat no
more. Each asks for a reason, which stands in the log of the series and in that of the staff."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.staff import audit_log
from accounts.staff.refusals import NoReason
from games.engine.errors import GameOver
from games.services.judging import abort_match
from series import limits, notices, refusals
from series.models import Entrant, Member, Pod, Round, Series
from series.services import ending, pausing
from series.services.calling import collect, copy_standings, get_up
from series.services.knockout import play_anew
from series.services.locking import change, database_now, lock_series, log


def _lock(series_id: int, by: User, what: str, reason: str, **details: Any) -> Series:
    if not reason.strip():
        raise NoReason
    series = lock_series(series_id)
    audit_log.record(by, what, series, reason.strip(), **details)
    log(series, by, what, reason.strip(), **details)
    return series


@transaction.atomic
def pause(series_id: int, by: User, reason: str) -> None:
    pausing.pause(_lock(series_id, by, "paused a series", reason))


@transaction.atomic
def resume(series_id: int, by: User, reason: str) -> None:
    pausing.resume(_lock(series_id, by, "resumed a series", reason))


@transaction.atomic
def extend(series_id: int, by: User, minutes: int, reason: str) -> None:
    """Moves the clock of the series on: its start, its next round, or the end of an arena; and how
    long the chairs of the tables that call are held. Of a later start everybody is told."""
    least, most = limits.EXTENSIONS
    if not least <= minutes <= most:
        raise refusals.WrongNumber(what="The time in minutes", least=least, most=most)
    series = _lock(series_id, by, "extended a series", reason, minutes=minutes)
    if not series.lasts:
        raise refusals.IsOver
    gap = timedelta(minutes=minutes)
    calls = pausing.move_pods(series, gap)
    if series.deadline is None:
        if not calls:
            raise refusals.NoClock
        return
    now = series.paused_at or database_now()  # in a pause its clock stands
    later = max(series.deadline, now) + gap
    change(series, deadline=later)
    if series.status == Series.Status.PLANNED:
        again = later > now + timedelta(seconds=limits.REMIND)
        change(series, starts_at=later, reminded=series.reminded and not again)
        notices.put_off(series, minutes)


@transaction.atomic
def remove(series_id: int, by: User, name: str, reason: str) -> None:
    """Takes an entrant out for good. They have no place any more; what others played against them
    counts as it was played. A match that was unfair is annulled by an act of its own."""
    series = _lock(series_id, by, "removed an entrant", reason, name=name)
    member = Member.objects.filter(series=series, user__username__iexact=name.strip()).first()
    if member is None:
        raise refusals.NoSuchEntrant
    Entrant.objects.filter(pk=member.entrant_id).update(status=Entrant.Status.REMOVED)
    get_up(member.entrant)
    copy_standings(series)
    people = Member.objects.filter(entrant=member.entrant_id).values_list("user_id", flat=True)
    notices.removed(series, list(people), reason.strip())


@transaction.atomic
def annul(series_id: int, by: User, match_id: int, reason: str) -> None:
    """A match counts for nobody in this series. One that runs is called off.

    In a round of a Swiss everybody else in it has the mean for it, as for a bye. In a knock-out
    somebody has to go on: while its round lasts it is played anew.
    """
    series = _lock(series_id, by, "annulled a match of a series", reason, match=match_id)
    pod = Pod.objects.filter(round__series=series, match_id=match_id).first()
    if pod is None:
        raise refusals.NoSuchMatch
    if pod.is_open:
        with suppress(GameOver):  # it ended meanwhile
            abort_match(match_id, "called-off", reason.strip())
        collect(series)
    Pod.objects.filter(pk=pod.pk).update(status=Pod.Status.VOID)
    last = series.rounds_made.last()
    if series.kind == Series.Kind.KNOCKOUT and series.lasts and pod.round == last:
        Round.objects.filter(pk=pod.round_id).update(ended_at=None)
        change(series, deadline=None)
        if series.status == Series.Status.RUNNING:  # else as soon as it goes on
            play_anew(series, pod.round)
    copy_standings(series)
    people = Member.objects.filter(entrant__seats__pod=pod).values_list("user_id", flat=True)
    notices.annulled(series, list(people), reason.strip())


@transaction.atomic
def stop_repeating(series_id: int, by: User, reason: str) -> None:
    """No other week after this one; also where the next one is planned already."""
    series: Series | None = _lock(series_id, by, "stopped a weekly series", reason)
    while series is not None:
        change(series, weekly=False)
        following = Series.objects.filter(previous=series).values_list("pk", flat=True).first()
        series = lock_series(following) if following else None


@transaction.atomic
def end(series_id: int, by: User, reason: str) -> None:
    """Ends a series now, with what was played to its end; one that has not begun is called off."""
    series = _lock(series_id, by, "ended a series", reason)
    if not series.lasts:
        raise refusals.IsOver
    if series.status == Series.Status.PLANNED:
        ending.call_off(series)
    else:
        ending.end_now(series, reason.strip())
