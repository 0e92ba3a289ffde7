"""Every service against every other on the same rows: no deadlock, no error, no wrong end.

`pytest tests/stress/test_pairs.py --rounds 100 --seed 1 -s -p no:logging -o faulthandler_timeout=0`
lets every pair meet 100 times and says how far it is. The services themselves take the time, thirty
statements each, so on two cores run it twice at once, with two seeds. `--crowd 6` lets six meet at
once, fifteen pairs for the price of three: each round is another cover of all pairs by sixes, so
three and more come upon each other as well. Without a number each service meets two others, once.
"""

import logging
import random
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import combinations, combinations_with_replacement, repeat
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

LOCK_SECONDS = 10
"""So long nobody waits for a lock, even where the run has the lowest priority on a busy machine."""


Crowd = tuple[str, ...]
"""The names of acts that meet; the same may be there twice."""


class Meeting:
    """Threads with a connection each. Sooner or later each act comes upon every part of the others:
    one begins at once, each other so much sooner or later that they are busy at the same time."""

    def __init__(self, size: int, whim: random.Random) -> None:
        self.size = size
        self.whim = whim
        self.pool = ThreadPoolExecutor(size, initializer=self._arrive)
        self.took: dict[str, float] = {}

    def of(self, names: Crowd, copy: scene.Scene) -> list[str]:
        calls = [self._prepared(name, copy) for name in names]
        took = [self.took.get(name, 0.0) for name in names]
        first = self.whim.randrange(len(names))
        starts = [self.whim.uniform(-own, took[first]) for own in took]
        starts[first] = 0.0
        pauses = [start - min(starts) for start in starts]
        barrier = repeat(threading.Barrier(len(names)))
        return [each for each in self.pool.map(self._act, names, calls, pauses, barrier) if each]

    @staticmethod
    def _prepared(name: str, copy: scene.Scene) -> Call:
        try:
            return ACTS[name](copy)
        except Refusal:  # another act has prepared the opposite
            return lambda: None

    def _arrive(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'; SET deadlock_timeout = '20ms'")

    def _act(self, name: str, call: Call, pause: float, barrier: threading.Barrier) -> str:
        barrier.wait(timeout=30)
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
        barrier = threading.Barrier(self.size)
        list(self.pool.map(self._leave, repeat(barrier, self.size)))
        self.pool.shutdown()

    def _leave(self, barrier: threading.Barrier) -> None:
        barrier.wait(timeout=30)
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


def pairs(only: str = "") -> list[Crowd]:
    every: list[Crowd] = list(combinations_with_replacement(ACTS, 2))
    return [pair for pair in every if only in pair] if only else every


def crowds(size: int, whim: random.Random) -> Iterator[Crowd]:
    """A round in which all pairs meet, mostly once: each act with itself, and crowds that take in
    whoever has most of them yet to meet."""
    yield from ((name, name) for name in ACTS)
    names = list(ACTS)
    unmet = {name: set(names) - {name} for name in names}
    while any(unmet.values()):
        whim.shuffle(names)
        crowd = [max(names, key=lambda name: len(unmet[name]))]
        while len(crowd) < size:
            rest = [name for name in names if name not in crowd]
            crowd.append(max(rest, key=lambda name: len(unmet[name].intersection(crowd))))
        for name in crowd:
            unmet[name].difference_update(crowd)
        yield tuple(crowd)


def meetings(rounds: int, size: int, only: str, whim: random.Random) -> Iterator[list[Crowd]]:
    """Round by round. Without a number a ring, in which each service meets two others."""
    if not rounds:
        ring = random.Random(6).sample(list(ACTS), len(ACTS))
        yield [(name, ring[place - 1]) for place, name in enumerate(ring)]
    for _ in range(rounds):
        yield list(crowds(size, whim)) if size > 2 else pairs(only)


def test_a_round_of_crowds_has_every_pair() -> None:
    met = {
        tuple(sorted(pair))
        for crowd in crowds(6, random.Random(1))
        for pair in combinations(crowd, 2)
    }
    assert met == {tuple(sorted(pair)) for pair in pairs()}


@pytest.fixture
def ids(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Mapping[str, int]:
    """The first scene. Nobody outside the database hears of what happens."""
    settings.PUSH_PRIVATE_KEY = vapid.make_private_key()
    monkeypatch.setattr(transport, "post", lambda *_: transport.Answer(201))
    monkeypatch.setattr(broadcast, "send", lambda group, message: None)
    monkeypatch.setattr(tasks, "wake_bots", lambda match_id, pause: None)
    monkeypatch.setattr("accounts.access.rate_limit.RateLimit.wait", lambda *_: 0)
    made = scene.make()
    cloning.close_the_span()
    return made


NEEDS_ANOTHER = {"leave_the_match": "first one gives it up"}


@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_every_service_does_something_alone(ids: Mapping[str, int]) -> None:
    """Else it meets the others only to be refused."""
    idle = []
    for chunk in batched([(name,) for name in ACTS if name not in NEEDS_ANOTHER]):
        cloning.clone(range(1, len(chunk) + 1))
        for k, (name,) in enumerate(chunk, start=1):
            call, changed = ACTS[name](scene.Scene(k, ids)), Changes()
            with connection.execute_wrapper(changed), suppress(Refusal):
                call()
            idle += [name] if not changed.rows else []
        assert [f"{chunk[k - 1]}: {what}" for k, what in invariants.broken()] == []
        cloning.remove_clones()
    assert not idle, idle


class Changes:
    """Counts rows that were written."""

    rows = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if not sql.lstrip().startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")):
            self.rows += max(0, context["cursor"].rowcount)
        return result


@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_every_pair_of_services(request: Any, ids: Mapping[str, int], swallowed: Swallowed) -> None:
    rounds, size, only, seed = (
        request.config.getoption(name) for name in ("--rounds", "--crowd", "--act", "--seed")
    )
    whim = random.Random(seed)
    troubles: list[str] = []
    with closing(Meeting(size, whim)) as meeting:
        for number, each_round in enumerate(meetings(rounds, size, only, whim), start=1):
            for chunk in batched(each_round):
                cloning.clone(range(1, len(chunk) + 1))
                for k, names in enumerate(chunk, start=1):
                    said = meeting.of(names, scene.Scene(k, ids)) + swallowed.lines
                    swallowed.lines.clear()
                    troubles += [f"{' × '.join(names)}: {each}" for each in said]
                troubles += [
                    f"{' × '.join(chunk[k - 1])}: {what}" for k, what in invariants.broken()
                ]
                cloning.remove_clones()
            done = f"{number} rounds of {len(each_round)} meetings, {len(troubles)} troubles"
            print(done, *troubles[-3:], sep="\n", flush=True)
    assert not troubles, "\n".join(troubles)


def batched(wanted: list[Crowd]) -> Iterator[list[Crowd]]:
    for begin in range(0, len(wanted), CHUNK):
        yield wanted[begin : begin + CHUNK]
