"""The clock of somebody who is not there: whole at first, then short, and whole again."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.models import Match, Seat
from games.presence import leases, outages
from games.services import clock
from tests.games.tables import acting, match_for, person, play_one

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def awake() -> None:
    outages.beat(outages.SWEEP)


@pytest.fixture
def people() -> list[Any]:
    return [person(), person()]


def time_is_up(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(seconds=5))
    assert clock.expire_timer(match.pk)


def seconds_of_next_turn(match: Match, people: list[Any], seat: int) -> float:
    """The other plays, and it is this seat's turn."""
    while acting(match) != seat:
        play_one(match, people)
    match.refresh_from_db()
    return match.clock_seconds


@pytest.mark.parametrize(
    ("missed", "away", "live", "seconds"),
    [
        (1, False, 45, 45),
        (2, False, 45, 5),
        (0, True, 45, 45),
        (1, True, 45, 5),
        (2, True, 86400, 86400),
    ],
)
def test_repeated_turns_left_to_the_clock_are_short(
    people: list[Any], missed: int, away: bool, live: int, seconds: int
) -> None:
    match = match_for(*people, options={"turn_seconds": live})
    seat = acting(match)
    if away:
        Seat.objects.filter(match=match, index=seat).update(absent_since=timezone.now())
    for _ in range(missed):
        assert seconds_of_next_turn(match, people, seat) == live
        time_is_up(match)
    if not missed:
        play_one(match, people)
        Seat.objects.filter(match=match, index=seat).update(timed_out=0)
    assert seconds_of_next_turn(match, people, seat) == seconds


@pytest.mark.parametrize("how", ["moves", "comes back"])
def test_who_is_there_again_has_the_whole_clock(people: list[Any], how: str) -> None:
    match = match_for(*people)
    seat = acting(match)
    for _ in range(2):
        seconds_of_next_turn(match, people, seat)
        time_is_up(match)
    assert seconds_of_next_turn(match, people, seat) == 5
    if how == "moves":
        play_one(match, people)
        assert seconds_of_next_turn(match, people, seat) == 45
        return
    assert leases.arrive(uuid4(), people[seat].pk, match.venue)
    clock.give_full_time(match.pk, people[seat].pk)
    match.refresh_from_db()
    assert match.clock_seconds == 45 and match.deadline is not None
    assert match.deadline > timezone.now() + timedelta(seconds=40)
    time_is_up(match)
    assert seconds_of_next_turn(match, people, seat) == 45
