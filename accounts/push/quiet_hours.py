"""Quiet hours: when somebody may be reached again, by the clock on their own wall."""

from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from accounts.push.models import Reach


@cache
def zones() -> tuple[str, ...]:
    """The time zones that this machine knows, by name; UTC always."""
    places = {name for name in available_timezones() if "/" in name and name[:4] != "Etc/"}
    return ("UTC", *sorted(places))


def ends_at(reach: Reach | None, now: datetime) -> datetime | None:
    """The end of the quiet hours that it is now; None: it is not quiet."""
    if reach is None or reach.quiet_from is None or reach.quiet_to is None:
        return None
    zone = ZoneInfo(reach.time_zone) if reach.time_zone in zones() else UTC
    here = now.astimezone(zone)
    if not is_within(here.time(), reach.quiet_from, reach.quiet_to):
        return None
    day = here.date() + timedelta(days=here.time() >= reach.quiet_to)
    return datetime.combine(day, reach.quiet_to, zone).astimezone(UTC)


def is_within(moment: time, start: time, end: time) -> bool:
    """From `start` to before `end`, over midnight if need be; the same twice is never."""
    if start <= end:
        return start <= moment < end
    return moment >= start or moment < end
