"""Celery tasks of the clock and of the bots. Nothing is decided here, and only ids travel."""

import logging

from celery import shared_task

from games.presence import sweep as sweeps
from games.services import clock

log = logging.getLogger("courtyard.tasks")


@shared_task(soft_time_limit=5, time_limit=10)
def sweep() -> None:
    sweeps.sweep()


@shared_task(soft_time_limit=5, time_limit=10)
def sweep_bots() -> None:
    sweeps.sweep_bots()


@shared_task(soft_time_limit=5, time_limit=10)
def play_bots(match_id: int) -> None:
    clock.play_bots(match_id)


def wake_bots(match_id: int, pause: float) -> None:
    """A hint, not a promise: if the broker is away or the worker dies, the sweep plays the bot."""
    try:
        play_bots.apply_async((match_id,), countdown=pause + 0.05, expires=30, retry=False)
    except Exception as error:
        log.warning("bot not woken, the sweep will: %s", type(error).__name__)
