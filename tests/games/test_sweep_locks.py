"""A match that somebody holds is passed over by the sweep: the others are not kept waiting."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction

from games.models import Match, Seat
from games.presence import leases, outages
from games.presence.sweep import sweep, sweep_bots
from games.services import ledger
from tests.games.tables import match_for, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def awake() -> None:
    outages.beat(outages.SWEEP)


@pytest.fixture
def held() -> Iterator[Any]:
    """`held(run)`: another connection runs this and holds its locks until the test is over."""
    done, holding = threading.Event(), threading.Event()
    threads: list[threading.Thread] = []

    def hold(run: Any) -> None:
        def holds() -> None:
            with transaction.atomic():
                run()
                holding.set()
                done.wait(30)
            connections.close_all()

        threads.append(threading.Thread(target=holds))
        threads[-1].start()
        assert holding.wait(10)

    yield hold
    done.set()
    for thread in threads:
        thread.join()


@pytest.fixture(autouse=True)
def impatient(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whoever waits for a lock fails, and the sweep would log it."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
        yield
        cursor.execute("RESET lock_timeout")
    assert not [line for line in caplog.records if line.levelname == "ERROR"]


def late(match: Match) -> None:
    long_ago = match.started_at - timedelta(minutes=10)
    Match.objects.filter(pk=match.pk).update(deadline=long_ago)


def test_a_deadline_behind_a_lock_keeps_no_other_waiting(held: Any) -> None:
    busy, free = match_for(person(), person()), match_for(person(), person())
    late(busy)
    late(free)
    held(lambda: ledger.lock(busy.pk))
    sweep()
    assert [m.events.filter(by="clock").count() for m in (busy, free)] == [0, 1]


def test_a_bot_behind_a_lock_keeps_no_other_waiting(held: Any) -> None:
    bots = {0: "gentle", 1: "gentle"}
    busy, free = (match_for(person(), person(), levels=bots) for _ in range(2))
    Match.objects.update(bot_at=busy.started_at)
    held(lambda: ledger.lock(busy.pk))
    assert sweep_bots() == 1
    assert free.events.filter(by="bot").exists()


def test_an_absence_is_marked_although_a_seat_is_held(held: Any) -> None:
    """Who resigns holds one seat and then wants the others: a sweep that waits for that one with
    the others in hand is a deadlock."""
    match = match_for(person(), person())
    seats = Seat.objects.filter(match=match)
    held(lambda: seats.filter(index=1).update(place=None))
    sweep()
    assert [seat.absent_since is not None for seat in seats.order_by("index")] == [True, False]


def test_a_return_is_marked_although_a_seat_is_held(held: Any) -> None:

    people = [person(), person()]
    match = match_for(*people)
    for user in people:
        leases.renew(uuid4(), user.pk, match.venue)
    seats = Seat.objects.filter(match=match)
    seats.update(absent_since=match.started_at)
    held(lambda: seats.filter(index=1).update(place=None))
    sweep()
    assert [seat.absent_since is None for seat in seats.order_by("index")] == [True, False]
