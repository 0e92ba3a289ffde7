"""Celery workers: the one that plays bots is warm before its first task."""

from types import SimpleNamespace

import pytest
from celery import Celery
from celery.signals import worker_init

from games import registry
from games.presence import tasks


@pytest.mark.parametrize(("queue", "warm"), [("bots", True), ("timers", False)])
def test_only_the_worker_that_plays_bots_warms_up(
    queue: str, warm: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    warmed: list[str] = []
    game = SimpleNamespace(warm_up=lambda: warmed.append("game"))
    monkeypatch.setattr(registry, "games", lambda: [game, game])
    app = Celery(set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.amqp.queues.select([queue])
    assert tasks.warm_up_bots in [receiver() for _, receiver in worker_init.receivers]
    tasks.warm_up_bots(sender=SimpleNamespace(app=app))
    assert warmed == ["game", "game"] * warm
