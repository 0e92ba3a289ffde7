"""Celery tasks of the archive. Nothing is decided here."""

from celery import shared_task

from archive.statistics import counting


@shared_task(soft_time_limit=50, time_limit=60)
def fill_statistics() -> None:
    """A little at a time, so that nothing else of its queue waits long."""
    if counting.fill():
        fill_statistics.apply_async(expires=3600)
