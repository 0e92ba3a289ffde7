"""Celery tasks of the clock and of the bots. Nothing is decided here, and only ids travel."""

import os
import threading
import time
from collections import deque
from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_init

from accounts.access.circuit_breaker import CircuitBreaker
from games import registry
from games.presence import sweep as sweeps
from games.services import clock


@shared_task(time_limit=10)
def sweep() -> None:
    sweeps.sweep()


@shared_task(time_limit=10)
def sweep_bots() -> None:
    sweeps.sweep_bots()


@shared_task(time_limit=10)
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
    """A hint, not a promise: if the broker is away or the worker dies, the sweep plays the bot.

    It goes out from a thread of its own, for a broker that hangs must hold up nobody's move.
    """
    _outbox().put(match_id, pause)


class WakeUps:
    """What this process has to tell the broker; while that is away the newest wake-ups are kept."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._waiting: deque[tuple[int, float]] = deque(maxlen=MOST_WAKE_UPS)
        self._some = threading.Event()
        threading.Thread(target=self._send, name="wake-ups", daemon=True).start()

    def put(self, match_id: int, pause: float) -> None:
        self._waiting.append((match_id, time.monotonic() + pause + 0.05))
        self._some.set()

    def _send(self) -> None:
        while self._some.wait():
            self._some.clear()
            while self._waiting:
                match_id, at = self._waiting.popleft()
                pause = max(0.0, at - time.monotonic())
                _broker.call(partial(_send_wake_up, match_id, pause), _nothing)


def _send_wake_up(match_id: int, pause: float) -> None:
    play_bots.apply_async((match_id,), countdown=pause, expires=30, retry=False)


def _nothing() -> None:
    """The sweep will play the bot."""


MOST_WAKE_UPS = 1000
_broker = CircuitBreaker("the broker", Exception)
_lock = threading.Lock()
_own: WakeUps | None = None


def _outbox() -> WakeUps:
    """One for each process; a forked worker makes its own."""
    global _own
    with _lock:
        if _own is None or _own.owner != os.getpid():
            _own = WakeUps()
        return _own
