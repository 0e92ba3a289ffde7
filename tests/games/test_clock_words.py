"""What a player hears of the clock: what it will play, what it played, and nothing of others'."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import selectors
from games.engine.contract import Seat
from games.models import Match
from games.page import regions
from games.page.log import narrate
from games.presence import outages
from games.selectors import LoadedMatch
from games.services import clock
from tests.games.tables import acting, match_for, person, play_one, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def awake() -> None:
    outages.beat(outages.SWEEP)


@pytest.fixture
def people() -> list[Any]:
    return [person(), person()]


def read(match: Match) -> LoadedMatch:
    shown = selectors.read(match.pk)
    assert shown is not None
    return shown


def time_is_up(match: Match) -> LoadedMatch:
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(seconds=5))
    assert clock.expire_timer(match.pk)
    return read(match)


def test_only_the_seat_whose_move_it_is_is_told(people: list[Any]) -> None:
    match = match_for(*people)
    mover, other = acting(match), Seat(1 - acting(match))
    will = regions.personal(read(match), people[mover])["clock_will"]
    assert will.startswith("Lay down ")
    for reader in (people[other], None):
        assert regions.personal(read(match), reader)["clock_will"] == ""
    shown = time_is_up(match)
    [mine], [theirs] = (narrate(shown, shown.recent[-1:], seat) for seat in (mover, other))
    card = will.removeprefix("Lay down ").replace("\ufe0e", "")
    assert mine.clock == f"Time was up. You laid down {card}."
    assert theirs.clock == "" and "time was up" in theirs.text


def test_what_the_clock_deals_is_no_ones_time_out(people: list[Any]) -> None:
    match = match_for(*people, options={"rounds": 3})
    while state_of(match).phase != "between":
        play_one(match, people)
    # The ticker and the marks stay while people press: that tells nothing.
    told = regions.board(read(match))["ticker"]
    play_one(match, people)
    assert told and regions.board(read(match))["ticker"] == told
    personal = regions.personal(read(match), people[0])
    assert not personal["your_turn"] and personal["head"] == "The round is over"
    shown = time_is_up(match)
    [line] = narrate(shown, shown.recent[-1:], Seat(0))
    assert line.text.startswith("Round 2") and "time was up" not in line.text
