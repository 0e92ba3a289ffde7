"""Every service against every other on the same rows: no deadlock, no error, no wrong end.

`pytest tests/stress/test_pairs.py --rounds 100 --seed 1 -s -p no:logging -o faulthandler_timeout=0`
lets every pair meet 100 times and says how far it is. The services themselves take the time, thirty
statements each, so on two cores run it twice at once, with two seeds. Without a number a
sample of the pairs meets once.
"""

import logging
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import chain, combinations_with_replacement, islice, repeat
from typing import Any

import pytest
from django.db import connection, connections
from pytest_django import Settings

from accounts.push import transport, vapid
from games.live import broadcast
from games.presence import tasks
from refusals import Refusal
from tests.stress import cloning, invariants, scene
from tests.stress.acts import ACTS, Call

CHUNK = 60
"""Copies that exist at a time: some services look at all running matches."""

SAMPLE = 100
"""Pairs that meet in `make test`."""

LOCK_SECONDS = 3
"""So long nobody waits for a lock, even on a busy machine."""


class Meeting:
    """Two threads with a connection each. Sooner or later each act comes upon every part of the
    other: one begins later, by anything up to what the other took before."""

    def __init__(self, seed: int) -> None:
        self.barrier = threading.Barrier(2)
        self.pool = ThreadPoolExecutor(2)
        self.whim = random.Random(seed)
        self.took: dict[str, float] = {}

    def of(self, pair: tuple[str, str], copy: scene.Scene) -> list[str]:
        calls = [ACTS[name](copy) for name in pair]
        first, second = (self.took.get(name, 0.0) for name in pair)
        later = self.whim.uniform(-first, second)
        pauses = [max(later, 0.0), max(-later, 0.0)]
        return [each for each in self.pool.map(self._act, pair, calls, pauses) if each]

    def _act(self, name: str, call: Call, pause: float) -> str:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'; SET deadlock_timeout = '20ms'")
        self.barrier.wait(timeout=30)
        time.sleep(pause)
        begun = time.monotonic()
        try:
            call()
        except Refusal:
            return ""
        except Exception as error:
            return f"{type(error).__name__}: {str(error).splitlines()[0]}"
        self.took[name] = time.monotonic() - begun
        return ""

    def close(self) -> None:
        list(self.pool.map(self._leave, range(2)))
        self.pool.shutdown()

    def _leave(self, _thread: int) -> None:
        self.barrier.wait(timeout=30)
        connections.close_all()


class Swallowed(logging.Handler):
    """Errors that a signal's receiver may have without stopping anybody."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else ""
        self.lines.append(f"logged: {record.getMessage()} {error}")


@pytest.fixture
def swallowed() -> Iterator[Swallowed]:
    handler = Swallowed()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


def pairs(rounds: int, only: str) -> list[tuple[str, str]]:
    """Those of a round: every pair; without a number a sample, in which each service meets some."""
    every = list(combinations_with_replacement(ACTS, 2))
    if only:
        every = [pair for pair in every if only in pair]
    return every if rounds else random.Random(6).sample(every, min(SAMPLE, len(every)))


@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_every_pair_of_services(
    request: Any, monkeypatch: pytest.MonkeyPatch, settings: Settings, swallowed: Swallowed
) -> None:
    settings.PUSH_PRIVATE_KEY = vapid.make_private_key()
    monkeypatch.setattr(transport, "post", lambda *_: transport.Answer(201))
    monkeypatch.setattr(broadcast, "send", lambda group, message: None)
    monkeypatch.setattr(tasks, "wake_bots", lambda match_id, pause: None)
    monkeypatch.setattr("accounts.access.rate_limit.RateLimit.wait", lambda *_: 0)
    ids = scene.make()
    cloning.close_the_span()
    rounds = request.config.getoption("--rounds")
    each_round = pairs(rounds, request.config.getoption("--act"))
    wanted = chain.from_iterable(repeat(each_round, max(rounds, 1)))
    troubles: list[str] = []
    met = 0
    with closing(Meeting(request.config.getoption("--seed"))) as meeting:
        while chunk := list(islice(wanted, CHUNK)):
            cloning.clone(range(1, len(chunk) + 1))
            for k, pair in enumerate(chunk, start=1):
                said = meeting.of(pair, scene.Scene(k, ids)) + swallowed.lines
                swallowed.lines.clear()
                troubles += [f"{' × '.join(pair)}: {each}" for each in said]
            broken = [f"{' × '.join(chunk[k - 1])}: {what}" for k, what in invariants.broken()]
            troubles += broken
            met += len(chunk)
            done = f"{met // len(each_round)} rounds, {met} meetings, {len(troubles)} troubles"
            print(done, *troubles[-3:], sep="\n", flush=True)
            cloning.remove_clones()
    assert not troubles, "\n".join(troubles)
