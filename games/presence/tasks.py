"""Celery tasks of the clock and of the bots. Nothing is decided here, and only ids travel."""

import logging
from typing import Any

from celery import shared_task
from celery.signals import worker_init

from games import registry
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


@worker_init.connect
def warm_up_bots(sender: Any, **_: Any) -> None:
    """Warm-up, before the worker of the bots forks: no first move is slower than the rest."""
    queue = sender.app.amqp.router.route({}, play_bots.name)["queue"]
    if queue.name in sender.app.amqp.queues.consume_from:
        for game in registry.games():
            game.warm_up()


def wake_bots(match_id: int, pause: float) -> None:
    """A hint, not a promise: if the broker is away or the worker dies, the sweep plays the bot."""
    try:
        play_bots.apply_async((match_id,), countdown=pause + 0.05, expires=30, retry=False)
    except Exception as error:
        log.warning("bot not woken, the sweep will: %s", type(error).__name__)
