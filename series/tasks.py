"""Celery tasks of series. Nothing is decided here."""

from celery import shared_task

from series import sweep as sweeps


@shared_task(time_limit=15)
def sweep() -> None:
    sweeps.sweep()


@shared_task(time_limit=45)
def minute() -> None:
    sweeps.minute()
