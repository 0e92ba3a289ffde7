"""Row lock of a series, the writes under it, and its log."""

from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import F

from accounts.models import User
from games.live import broadcast
from series import refusals
from series.models import LogLine, Series


def lock_series(series_id: int) -> Series:
    """The series, locked until the transaction ends."""
    rows = Series.objects.select_for_update(of=("self",), no_key=True).select_related("host")
    series = rows.filter(pk=series_id).first()
    if series is None:
        raise refusals.NoSuchSeries
    return series


def lock_if_free(series_id: int) -> Series | None:
    """The same for the sweep, which waits for nobody: None is somebody else's turn."""
    rows = Series.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    return rows.filter(pk=series_id).first()


def database_now() -> datetime:
    """The only clock that is asked."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def change(series: Series, **fields: Any) -> None:
    """Saves these fields; whoever looks at the series sees it anew."""
    Series.objects.filter(pk=series.pk).update(version=F("version") + 1, **fields)
    for name, value in fields.items():
        setattr(series, name, value)
    series.version += 1
    tell_change(series)


def tell_change(series: Series) -> None:
    broadcast.venue_changed(series.venue, "room")


def log(series: Series, by: User | None, what: str, reason: str = "", **details: Any) -> None:
    LogLine.objects.create(series=series, by=by, what=what, reason=reason[:300], details=details)
