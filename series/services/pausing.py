"""Pausing a series: its clock stands, matches that run are played out, nothing new begins."""

from datetime import timedelta

from django.db.models import F, Q

from lobby.models import Table
from lobby.services.locking import tell_change
from series import refusals
from series.models import Pod, Series
from series.services.locking import change, database_now


def pause(series: Series) -> None:
    """Called with the series locked. Paused already: nothing changes."""
    if series.status == Series.Status.PAUSED:
        return
    if series.status != Series.Status.RUNNING:
        raise refusals.NotRunning
    change(series, status=Series.Status.PAUSED, paused_at=database_now())
    _tell_tables(series)


def resume(series: Series) -> None:
    """Every clock of the series goes on with what was left on it."""
    if series.status != Series.Status.PAUSED or series.paused_at is None:
        return
    gap = database_now() - series.paused_at
    move_pods(series, gap)
    change(
        series,
        status=Series.Status.RUNNING,
        paused_at=None,
        # Who paused a night when nobody was there goes on at once.
        deadline=series.deadline + gap if series.deadline else None,
    )


def move_pods(series: Series, gap: timedelta) -> bool:
    """The chairs of the called pods are held for so much longer. False: there are none."""
    called = Pod.objects.filter(round__series=series, status=Pod.Status.CALLED)
    _tell_tables(series)
    return called.update(held_until=F("held_until") + gap) > 0


def _tell_tables(series: Series) -> None:
    """Who waits there sees the clock of the chairs."""
    called = Q(series_pod__round__series=series, series_pod__status=Pod.Status.CALLED)
    for table in Table.objects.filter(called):
        tell_change(table)
