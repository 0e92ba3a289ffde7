"""Celery: the worker that plays bots is warm, and nobody waits for the broker."""

import queue
import threading
from types import SimpleNamespace

import pytest
from celery import Celery
from celery.signals import worker_init

from accounts.access.circuit_breaker import CircuitBreaker
from games import registry
from games.presence import tasks


@pytest.mark.parametrize(("name", "warm"), [("bots", True), ("timers", False)])
def test_only_the_worker_that_plays_bots_warms_up(
    name: str, warm: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    warmed: list[str] = []
    game = SimpleNamespace(warm_up=lambda: warmed.append("game"))
    monkeypatch.setattr(registry, "games", lambda: [game, game])
    app = Celery(set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.amqp.queues.select([name])
    assert tasks.warm_up_bots in [receiver() for _, receiver in worker_init.receivers]
    tasks.warm_up_bots(sender=SimpleNamespace(app=app))
    assert warmed == ["game", "game"] * warm


def test_a_broker_that_hangs_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told from a thread of its own, and what it did not hear in time it hears later."""
    answers, told = threading.Event(), queue.Queue[int]()

    def hang(args: tuple[int], **_: object) -> None:
        answers.wait(10)
        told.put(args[0])

    monkeypatch.setattr(tasks.play_bots, "apply_async", hang)
    for match_id in range(3):
        tasks.wake_bots(match_id, 0.0)
    assert told.empty()
    answers.set()
    assert [told.get(timeout=10) for _ in range(3)] == [0, 1, 2]


def test_a_broker_that_is_away_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, done = [], queue.Queue[bool]()
    breaker = CircuitBreaker("the broker", OSError)

    def refuse(args: tuple[int], **_: object) -> None:
        asked.append(args[0])
        raise OSError

    monkeypatch.setattr(tasks, "_broker", breaker)
    monkeypatch.setattr(tasks, "_nothing", lambda: done.put(True))
    monkeypatch.setattr(tasks.play_bots, "apply_async", refuse)
    for match_id in range(3):
        tasks.wake_bots(match_id, 0.0)
    for _ in range(3):
        assert done.get(timeout=10)
    assert asked == [0]
