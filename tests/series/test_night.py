"""Party nights: rotation, the host, and who inherits."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Lease, Match
from games.presence import leases
from lobby.models import Chair
from series import refusals, sweep
from series.models import Series
from series.results import differences
from series.services import entering, hosting, judging, making, programme
from tests.people import MakePerson
from tests.series.conftest import (
    Crowd,
    advance,
    end_waiting,
    names,
    open_pods,
    play_all,
    ready,
    sitting,
)

pytestmark = pytest.mark.django_db


def night_of(people: list[User], *games: str) -> Series:
    made = making.make_night(people[0], [{"game": game} for game in games], break_seconds=0)
    for user in people[1:]:
        entering.join(made.pk, user)
    return made


def test_a_night_of_three_games_with_more_people_than_chairs(crowd: Crowd) -> None:
    people = crowd(5)
    night = night_of(people, "forty", "otzarot", "forty")
    hosting.begin(night.pk, people[0])
    sat_out: list[User] = []
    for seats in (3, 4, 3):
        [pod] = open_pods(night)
        assert len(sitting(pod)) == seats
        assert set(sat_out) <= set(sitting(pod)), "who sat out sits first"
        sat_out = [user for user in people if user not in sitting(pod)]
        play_all(night)
        advance(night)
    assert night.status == Series.Status.OVER
    assert names(night)[0] == "Player00" and differences(night) == []


def test_one_person_plays_with_bots(crowd: Crowd) -> None:
    people = crowd(1)
    night = night_of(people, "thirtyone")
    hosting.begin(night.pk, people[0])
    [pod] = open_pods(night)
    assert Chair.objects.filter(table=pod.table).count() == 3


def test_the_host_skips_repeats_pauses_and_ends(crowd: Crowd) -> None:
    people = crowd(3)
    night = night_of(people, "forty", "otzarot", "forty")
    with pytest.raises(refusals.HostOnly):
        hosting.begin(night.pk, people[1])
    hosting.begin(night.pk, people[0])
    [pod] = open_pods(night)
    ready(pod)
    advance(night)
    hosting.skip(night.pk, people[0])
    assert Match.objects.get().status == "aborted"
    advance(night)
    [pod] = open_pods(night)
    assert pod.table.game == "otzarot"
    hosting.repeat(night.pk, people[0])
    hosting.pause(night.pk, people[0])
    play_all(night)
    advance(night)
    assert not open_pods(night), "nothing begins while it is paused"
    hosting.resume(night.pk, people[0])
    advance(night)
    [pod] = open_pods(night)
    assert pod.table.game == "otzarot", "once more"
    hosting.end(night.pk, people[0])
    night.refresh_from_db()
    assert night.status == "over" and not open_pods(night)
    assert Match.objects.exclude(status="running").count() == Match.objects.count()
    assert names(night) == ["Player00", "Player01", "Player02"]


@pytest.mark.parametrize("act", [hosting.skip, hosting.next_game])
def test_what_the_host_chose_in_the_pause_begins_when_it_ends(crowd: Crowd, act: Any) -> None:
    people = crowd(2)
    night = night_of(people, "forty", "otzarot", "thirtyone")
    night.break_seconds = 60
    night.save()
    hosting.begin(night.pk, people[0])
    play_all(night)
    advance(night)
    hosting.pause(night.pk, people[0])
    Series.objects.update(paused_at=timezone.now() - timedelta(minutes=10))
    act(night.pk, people[0])
    hosting.resume(night.pk, people[0])
    advance(night)
    assert len(open_pods(night)) == 1


def test_people_come_and_go_between_games_and_the_next_one_inherits(
    crowd: Crowd, person: MakePerson
) -> None:
    people = crowd(3)
    night = night_of(people, "forty", "forty", "forty")
    hosting.begin(night.pk, people[0])
    play_all(night)
    late = person("Late")
    entering.join(night.pk, late)
    entering.withdraw(night.pk, people[0])
    night.refresh_from_db()
    assert night.host == people[1]
    advance(night)
    assert set(sitting(open_pods(night)[0])) == {people[1], people[2], late}
    hosting.skip(night.pk, people[1])


def test_a_host_who_is_gone_for_minutes_is_inherited(crowd: Crowd) -> None:
    people = crowd(2)
    night = night_of(people, "forty")
    hosting.begin(night.pk, people[0])
    leases.arrive(uuid4(), people[1].pk, night.venue)
    own = uuid4()
    leases.arrive(own, people[0].pk, night.venue)
    sweep.minute()
    night.refresh_from_db()
    assert night.host == people[0]
    Lease.objects.filter(pk=own).update(expires_at=timezone.now() - timedelta(minutes=4))
    sweep.minute()
    night.refresh_from_db()
    assert night.host == people[1]
    assert night.log.filter(what="inherited").exists()


def test_when_nobody_comes_the_night_waits(crowd: Crowd) -> None:
    people = crowd(2)
    night = night_of(people, "forty", "forty")
    hosting.begin(night.pk, people[0])
    end_waiting(night)
    advance(night)
    assert night.status == Series.Status.PAUSED
    for user in people:
        entering.join(night.pk, user)
    hosting.resume(night.pk, people[0])
    advance(night)
    assert len(open_pods(night)) == 1


@pytest.mark.parametrize(
    ("status", "hours", "then"),
    [
        ("planned", 30, "planned"),
        ("planned", 24 * 8, "called-off"),
        ("paused", 11, "paused"),
        ("paused", 13, "over"),
    ],
)
def test_a_night_waits_for_its_evening_and_not_for_ever(
    crowd: Crowd, status: str, hours: int, then: str
) -> None:
    night, then_was = night_of(crowd(2), "forty"), timezone.now() - timedelta(hours=hours)
    paused_at = then_was if status == "paused" else None
    Series.objects.update(status=status, created_at=then_was, paused_at=paused_at)
    sweep.minute()
    night.refresh_from_db()
    assert night.status == then


@pytest.mark.parametrize(
    ("act", "then"),
    [
        (lambda n, u: programme.move_game(n, u, 2, "forty", by=-1), "thirtyone forty otzarot"),
        (lambda n, u: programme.move_game(n, u, 1, "otzarot", by=-1), "thirtyone otzarot forty"),
        (lambda n, u: programme.move_game(n, u, 2, "forty", by=1), "thirtyone otzarot forty"),
        (lambda n, u: programme.drop_game(n, u, 1, "otzarot"), "thirtyone forty"),
        (
            lambda n, u: programme.add_game(n, u, "otzarot", {}, 2),
            "thirtyone otzarot forty otzarot",
        ),
        (lambda n, u: programme.move_game(n, u, 1, "forty", by=1), refusals.ProgrammeChanged),
        (lambda n, u: programme.drop_game(n, u, 0, "thirtyone"), refusals.ProgrammeChanged),
        (lambda n, u: programme.drop_game(n, u, 9, "forty"), refusals.ProgrammeChanged),
        (lambda n, u: programme.add_game(n, u, "forty", {}, 99), refusals.WrongSize),
        (
            lambda n, u: programme.add_game(n, u, "forty", {"turnSeconds": 86400}, 2),
            refusals.LiveClockOnly,
        ),
        (
            lambda n, u: programme.change_game(n, u, 2, "forty", {"turnSeconds": 86400}, 2),
            refusals.LiveClockOnly,
        ),
        (
            lambda n, u: [programme.add_game(n, u, "forty", {}, 2) for _game in range(20)],
            refusals.EmptyProgramme,
        ),
    ],
)
def test_the_host_changes_what_is_to_come(crowd: Crowd, act: Any, then: Any) -> None:
    """The first game is being played. What was seen otherwise on the page is not touched."""
    people = crowd(2)
    night = night_of(people, "thirtyone", "otzarot", "forty")
    hosting.begin(night.pk, people[0])
    if isinstance(then, str):
        act(night.pk, people[0])
        night.refresh_from_db()
        assert " ".join(item.game for item in night.items) == then
    else:
        with pytest.raises(then):
            act(night.pk, people[0])
    with pytest.raises(refusals.HostOnly):
        act(night.pk, people[1])


def test_a_game_is_played_on_the_options_that_the_host_chose(crowd: Crowd) -> None:
    people = crowd(3)
    night = night_of(people, "forty")
    programme.change_game(night.pk, people[0], 0, "forty", {"turnSeconds": 60}, 2)
    hosting.begin(night.pk, people[0])
    [pod] = open_pods(night)
    assert pod.table.options["turnSeconds"] == 60 and len(sitting(pod)) == 2


def test_a_night_is_ended_and_not_emptied(crowd: Crowd) -> None:
    people = crowd(2)
    night = night_of(people, "forty", "otzarot")
    programme.drop_game(night.pk, people[0], 1, "otzarot")
    with pytest.raises(refusals.LastGame):
        programme.drop_game(night.pk, people[0], 0, "forty")
    programme.add_game(night.pk, people[0], "otzarot", {}, 0)
    hosting.begin(night.pk, people[0])
    programme.drop_game(night.pk, people[0], 1, "otzarot")
    play_all(night)
    advance(night)
    assert night.status == Series.Status.OVER, "while a game is played nothing need follow"


def test_whoever_looks_is_told_when_the_table_has_dealt(crowd: Crowd) -> None:
    people = crowd(2)
    night = night_of(people, "forty")
    hosting.begin(night.pk, people[0])
    night.refresh_from_db()
    before = night.version
    ready(open_pods(night)[0])
    advance(night)
    assert night.version > before, "the television follows by it"


def test_who_was_called_to_a_game_that_is_skipped_is_not_away(crowd: Crowd) -> None:
    """The host closed the table before it dealt; nobody failed to come."""
    people = crowd(2)
    night = night_of(people, "forty", "otzarot")
    hosting.begin(night.pk, people[0])
    hosting.skip(night.pk, people[0])
    advance(night)
    [pod] = open_pods(night)
    assert pod.table.game == "otzarot" and set(sitting(pod)) == set(people)


@pytest.mark.parametrize("meanwhile", ["elsewhere", "in it already", "removed from it"])
def test_the_entry_of_a_guest_who_signs_in_comes_along(
    crowd: Crowd, person: MakePerson, meanwhile: str
) -> None:
    """With its points and, where the guest is called, with its chair; but nobody is in it twice."""
    host = crowd(1)[0]
    night = night_of([host], "forty", "otzarot")
    client, noam = Client(), person("Noam")
    client.post(reverse("series:join", args=[night.code]), {"guest_name": "Sevda"})
    entrant = night.entrants.get(members__user__is_guest=True)
    if meanwhile != "elsewhere":
        own = entering.join(night.pk, noam)
        if meanwhile == "removed from it":
            judging.remove(night.pk, host, "Noam", "shouting")
        else:
            entering.step_out(night.pk, noam)
    hosting.begin(night.pk, host)
    play_all(night, strength=lambda user: not user.is_guest)
    advance(night)
    entrant.refresh_from_db()
    assert entrant.points == 12 and len(open_pods(night)) == 1, "called to the second game"
    client.post("/accounts/login/", {"login": "Noam", "password": "pomegranate-7"})
    assert differences(night) == []
    entrant.refresh_from_db()
    [pod] = open_pods(night)
    if meanwhile == "elsewhere":
        assert entrant.members.get().user == noam and entrant.points == 12
        assert set(sitting(pod)) == {host, noam} and entrant.status == "in"
        play_all(night)
        advance(night)
        assert night.status == "over" and names(night)[0] == "Noam" and differences(night) == []
    else:
        assert own.members.get().user == noam and entrant.status == "out"
        assert sitting(pod) == [host] and night.members.filter(user=noam).count() == 1


def test_a_guest_who_is_host_and_signs_in_stays_the_host(person: MakePerson) -> None:
    leyla, noam, client = person("Leyla"), person("Noam"), Client()
    night = night_of([leyla], "forty")
    client.post(reverse("series:join", args=[night.code]), {"guest_name": "Sevda"})
    entering.withdraw(night.pk, leyla)
    client.post("/accounts/login/", {"login": "Noam", "password": "pomegranate-7"})
    night.refresh_from_db()
    assert night.host == noam and night.members.get().user == noam
