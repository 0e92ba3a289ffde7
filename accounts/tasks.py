"""Celery tasks of people."""

from celery import shared_task

from accounts.people import guests


@shared_task(time_limit=58)
def end_guests() -> None:
    guests.end_guests()
