"""Durations in words, for a refusal that says how long to wait."""

from datetime import timedelta
from math import ceil

from django.utils.translation import ngettext


def duration_in_words(span: timedelta) -> str:
    """Rounded up to the unit that a person would say: "8 minutes", "6 hours", "3 days"."""
    minutes = max(1, ceil(span.total_seconds() / 60))
    if minutes < 90:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = ceil(minutes / 60)
    if hours < 48:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = ceil(hours / 24)
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
