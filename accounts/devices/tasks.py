"""Celery tasks of devices."""

from celery import shared_task

from accounts.devices import services


@shared_task(time_limit=45)
def prune() -> None:
    services.prune()
