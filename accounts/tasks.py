"""Celery tasks of people."""

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from accounts.people import guests


@shared_task(time_limit=58)
def end_guests() -> None:
    guests.end_guests()


@shared_task(time_limit=45)
def prune_sessions() -> None:
    """Django forgets those that have expired, but deletes none."""
    SessionStore.clear_expired()
