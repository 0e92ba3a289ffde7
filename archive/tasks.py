"""Celery tasks of the archive. Nothing is decided here."""

from celery import shared_task

from archive.statistics import counting


@shared_task(time_limit=60)
def fill_statistics() -> None:
    """A little at a time, so that nothing else of its queue waits long."""
    if counting.fill():
        fill_statistics.apply_async(expires=3600)
