"""Hosting a night: begin, skip, repeat, pause, go on, end, and who inherits."""

from django.db import transaction

from accounts.models import User
from games.engine import codec
from games.presence import leases
from series import limits, refusals
from series.models import Entrant, Member, Series
from series.selectors import entrants_to_call
from series.services import advancing, ending, pausing
from series.services.calling import open_pods
from series.services.locking import change, database_now, lock_series, log
from series.services.terms import check_length

HOST_AWAY = 180
"""Seconds without a page of the night open after which somebody else is host."""


def lock_for_host(series_id: int, user: User) -> Series:
    """The night, locked, if this person may say how it goes on."""
    limits.HOSTED.take(user.pk)
    series = lock_series(series_id)
    check_host(series, user)
    return series


def check_host(series: Series, user: User) -> None:
    if not series.is_night:
        raise refusals.NoSuchSeries
    if series.host_id != user.pk and not user.is_staff:
        raise refusals.HostOnly
    if not series.lasts:
        raise refusals.IsOver


@transaction.atomic
def begin(series_id: int, user: User) -> None:
    """The first game. Begun already: nothing changes."""
    series = lock_for_host(series_id, user)
    if series.status != Series.Status.PLANNED:
        return
    if not entrants_to_call(series):
        raise refusals.NobodyThere
    log(series, user, "began")
    advancing.start_night(series)


@transaction.atomic
def skip(series_id: int, user: User) -> None:
    """The game that is played, or comes next, is left out; it counts for nobody."""
    series = lock_for_host(series_id, user)
    _check_begun(series)
    if open_pods(series):
        log(series, user, "skipped", game=series.items[series.next_item - 1].game)
        ending.call_off_pods(series, "skipped by the host")
    elif series.next_item < len(series.programme):
        log(series, user, "skipped", game=series.item.game)
        change(series, next_item=series.next_item + 1)
    _go_on_at_once(series)


@transaction.atomic
def repeat(series_id: int, user: User) -> None:
    """The last game once more, before what comes next."""
    series = lock_for_host(series_id, user)
    last = series.rounds_made.last()
    if last is None:
        raise refusals.NothingPlayed
    items = series.items
    items.insert(series.next_item, items[last.item])
    check_length(items)
    log(series, user, "repeated", game=items[last.item].game)
    change(series, programme=codec.dump(items))


@transaction.atomic
def next_game(series_id: int, user: User) -> None:
    """The break is over: the next game begins now."""
    series = lock_for_host(series_id, user)
    _check_begun(series)
    if not open_pods(series):
        _go_on_at_once(series)


@transaction.atomic
def pause(series_id: int, user: User) -> None:
    series = lock_for_host(series_id, user)
    log(series, user, "paused")
    pausing.pause(series)


@transaction.atomic
def resume(series_id: int, user: User) -> None:
    series = lock_for_host(series_id, user)
    log(series, user, "resumed")
    pausing.resume(series)


@transaction.atomic
def end(series_id: int, user: User) -> None:
    """The finale, with what was played to its end. Before the first game it is called off."""
    series = lock_for_host(series_id, user)
    log(series, user, "ended")
    if series.status == Series.Status.PLANNED:
        ending.call_off(series)
    else:
        ending.end_now(series, "ended by the host")


def _check_begun(series: Series) -> None:
    if series.status == Series.Status.PLANNED:
        raise refusals.NotRunning


def _go_on_at_once(series: Series) -> None:
    """Closes the round, if it is open, and lets the clock ring; in a pause, when that ends."""
    now = database_now()
    series.rounds_made.filter(ended_at=None).update(ended_at=now)
    if series.next_item >= len(series.programme):
        ending.end(series)
    else:
        change(series, deadline=series.paused_at or now)


# ---- Inheritance --------------------------------------------------------------------------------


def pass_on_host(series: Series, leaving: User) -> None:
    """Whoever came first of those who are in is the next host. Called with the series locked."""
    rows = Member.objects.filter(series=series, entrant__status=Entrant.Status.IN)
    heir = rows.exclude(user=leaving).order_by("entrant__joined_at", "pk").first()
    if heir is not None:
        log(series, None, "inherited", to=heir.user.username)
        change(series, host=heir.user)


@transaction.atomic
def inherit_if_host_is_away(series_id: int) -> bool:
    """The host has no page of the night open, and others have: one of them goes on. True: done."""
    series = lock_series(series_id)
    if not series.is_night or not series.lasts:
        return False
    venues = [series.venue]
    venues += [pod.table.venue for pod in open_pods(series)]
    if leases.was_present(series.host_id, venues, HOST_AWAY):
        return False
    here = {who for venue in venues for who in leases.present(venue)}
    rows = Member.objects.filter(series=series, entrant__status=Entrant.Status.IN, user__in=here)
    heir = rows.exclude(user=series.host).order_by("entrant__joined_at", "pk").first()
    if heir is None:
        return False
    log(series, None, "inherited", to=heir.user.username)
    change(series, host=heir.user)
    return True
