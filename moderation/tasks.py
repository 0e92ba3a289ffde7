"""Celery tasks of moderation."""

from celery import shared_task

from moderation import site_stats


@shared_task(time_limit=45)
def count_minute() -> None:
    site_stats.count_minute()
