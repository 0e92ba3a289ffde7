"""Once a second: what is due is done, what is not is left alone."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models.functions import Now

from games.models import Heartbeat, Lease, Match, Outage, Seat
from games.presence import leases, outages
from games.presence import sweep as sweeps
from games.presence.sweep import sweep, sweep_bots
from tests.games.tables import match_for, person, result_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def awake() -> None:
    outages.beat(outages.SWEEP)


@pytest.fixture
def people() -> list[Any]:
    return [person(), person()]


def absent(match: Match) -> list[int]:
    rows = Seat.objects.filter(match=match, absent_since__isnull=False)
    return list(rows.values_list("index", flat=True))


def age_heartbeat(name: str, seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_heartbeat SET at = at - %s * interval '1 second' WHERE name = %s",
            [seconds, name],
        )


def test_a_due_deadline_is_played(people: Any) -> None:
    match = match_for(*people)
    Match.objects.update(deadline=match.started_at - timedelta(seconds=60))
    assert sweep() >= 1
    assert match.events.filter(by="clock").count() == 1


def test_a_deadline_in_the_future_is_left_alone(people: Any) -> None:
    match = match_for(*people)
    assert sweep() == 0
    assert match.events.count() == 1


def test_a_due_bot_is_played(people: Any) -> None:
    match = match_for(*people, levels={0: "gentle", 1: "gentle"})
    Match.objects.update(bot_at=match.started_at)
    assert sweep() == 0, "bots have a sweep of their own, and delay no clock"
    assert sweep_bots() == 1
    assert match.events.filter(by="bot").count() == 1


def test_one_of_two_tabs_closing_is_no_absence(people: Any) -> None:
    match = match_for(*people)
    first, second = uuid4(), uuid4()
    leases.arrive(first, people[0].pk, match.venue)
    leases.arrive(second, people[0].pk, match.venue)
    Lease.objects.filter(connection=first).delete()
    sweep()
    assert absent(match) == [1]


def test_whoever_comes_back_is_absent_no_more(people: Any) -> None:
    match = match_for(*people)
    sweep()
    assert absent(match) == [0, 1]
    assert leases.arrive(uuid4(), people[1].pk, match.venue)
    assert absent(match) == [0]


def test_a_lease_that_ran_out_counts_for_nothing(people: Any) -> None:
    match = match_for(*people)
    leases.arrive(uuid4(), people[0].pk, match.venue)
    Lease.objects.update(expires_at=match.started_at - timedelta(seconds=1))
    sweep()
    assert absent(match) == [0, 1]


def test_a_connection_elsewhere_is_no_presence_here(people: Any) -> None:
    match = match_for(*people)
    leases.arrive(uuid4(), people[0].pk, "table.elsewhere")
    sweep()
    assert absent(match) == [0, 1]


def test_whoever_was_here_all_the_time_is_not_forfeited(people: Any) -> None:
    """A web process hung: its leases ran out, and then went on."""
    match = match_for(*people)
    leases.arrive(uuid4(), people[1].pk, match.venue)
    sweep()
    assert absent(match) == [0]
    leases.renew(uuid4(), people[0].pk, match.venue)
    Seat.objects.filter(match=match, index=0).update(
        absent_since=match.started_at - timedelta(seconds=151)
    )
    sweep()
    match.refresh_from_db()
    assert (match.status, absent(match)) == ("running", [])


@pytest.mark.parametrize("shown_by", ["its lease", "its round"])
def test_an_absence_is_found_among_many_matches(
    people: Any, monkeypatch: pytest.MonkeyPatch, shown_by: str
) -> None:
    """Not every seat is looked at in every sweep."""
    monkeypatch.setattr(sweeps, "ROUND", 1)
    monkeypatch.setattr(sweeps, "_round_ended_at", 0)
    match = match_for(*people)
    others = [match_for(person(), person()) for _ in range(3)]
    for seat in Seat.objects.all():
        leases.arrive(uuid4(), seat.user_id, seat.match.venue)
    sweep()
    assert not Seat.objects.filter(absent_since__isnull=False).exists()
    gone = Lease.objects.filter(venue=match.venue)
    if shown_by == "its lease":
        gone.update(expires_at=Now())
        sweep()
    else:
        gone.delete()
        sweep()
        assert absent(match) == []
        for _ in range(len(others) + 1):
            sweep()
    assert absent(match) == [0, 1]


def test_absence_counts_only_on_a_live_clock(people: Any) -> None:
    match = match_for(*people, options={"turn_seconds": 86400})
    sweep()
    assert absent(match) == []


def test_a_seat_is_forfeited_after_the_grace(people: Any) -> None:
    match = match_for(*people)
    leases.arrive(uuid4(), people[1].pk, match.venue)
    Seat.objects.filter(match=match, index=0).update(
        absent_since=match.started_at - timedelta(seconds=149)
    )
    sweep()
    assert Match.objects.get(pk=match.pk).status == "running"
    Seat.objects.filter(match=match, index=0).update(
        absent_since=match.started_at - timedelta(seconds=151)
    )
    sweep()
    match.refresh_from_db()
    assert (match.status, result_of(match)["places"]) == ("finished", [2, 1])


def test_while_no_web_process_lives_time_counts_against_nobody(people: Any) -> None:
    match = match_for(*people)
    outages.beat(outages.WEB)
    age_heartbeat(outages.WEB, 60)
    Match.objects.update(deadline=match.started_at - timedelta(seconds=60))
    assert sweep() == 0
    assert absent(match) == []
    outages.beat(outages.WEB)
    match.refresh_from_db()
    assert match.deadline and match.deadline > match.started_at


def test_no_moment_lies_between_an_outage_and_the_beat_that_ends_it(people: Any) -> None:
    """However long it takes to give the time back."""
    match_for(*people)
    outages.beat(outages.WEB)
    age_heartbeat(outages.WEB, 60)
    outages.beat(outages.WEB)
    given = Outage.objects.get()
    beats = dict(Heartbeat.objects.values_list("name", "at"))
    assert beats[outages.WEB] == beats[outages.CREDITED] == given.ended
    assert (given.ended - given.began).total_seconds() >= 60


def test_who_wakes_up_first_gives_back_the_silence_of_the_others_too(people: Any) -> None:
    match_for(*people)
    outages.beat(outages.WEB)
    age_heartbeat(outages.SWEEP, 40)
    age_heartbeat(outages.WEB, 30)
    outages.beat(outages.WEB)
    outages.beat(outages.SWEEP)
    later, earlier = Outage.objects.order_by("-ended")
    assert (earlier.ended - earlier.began).total_seconds() >= 40
    assert later.began == earlier.ended, "and nothing is given twice"


def test_one_broken_match_stops_no_other(people: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = match_for(*people), match_for(person(), person())
    Match.objects.update(deadline=broken.started_at - timedelta(seconds=60))
    Match.objects.filter(pk=broken.pk).update(state={"nonsense": 1})
    sweep()
    assert sound.events.filter(by="clock").count() == 1


def test_one_broken_match_stops_no_forfeit_of_another(people: Any) -> None:
    broken, sound = match_for(*people), match_for(person(), person())
    leases.arrive(uuid4(), Seat.objects.get(match=sound, index=1).user_id, sound.venue)
    Seat.objects.filter(index=0).update(absent_since=broken.started_at - timedelta(seconds=151))
    Match.objects.filter(pk=broken.pk).update(state={"nonsense": 1})
    sweep()
    sound.refresh_from_db()
    assert (sound.status, result_of(sound)["reason"]) == ("finished", "forfeit")


def test_old_leases_are_forgotten(people: Any) -> None:
    leases.arrive(uuid4(), people[0].pk, "table.1")
    assert leases.forget_old() == 0
    Lease.objects.update(expires_at=people[0].date_joined - timedelta(hours=1))
    assert leases.forget_old() == 1
