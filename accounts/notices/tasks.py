"""Celery tasks of notices."""

from celery import shared_task

from accounts.notices import services


@shared_task(time_limit=45)
def prune() -> None:
    services.prune()
