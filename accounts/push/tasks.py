"""Celery tasks of push messages, in a queue of their own: they wait for services of others."""

from celery import shared_task

from accounts.push import outbox


@shared_task(time_limit=60)
def deliver() -> None:
    outbox.deliver()


@shared_task(time_limit=45)
def prune() -> None:
    outbox.prune()
