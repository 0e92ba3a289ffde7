"""What the staff and the minute's chores do to a series."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.notices.models import Notice
from games.models import Match
from games.services import clock
from series import refusals, selectors, sweep
from series.models import Entrant, Pod, Series
from series.results import differences, history_of
from series.services import entering, judging
from tests.series.conftest import (
    Crowd,
    advance,
    open_pods,
    play,
    play_all,
    ready,
    sitting,
    tournament,
)

pytestmark = pytest.mark.django_db


def test_a_paused_series_begins_nothing_and_goes_on_with_its_clock(crowd: Crowd) -> None:
    people = crowd(4)
    series = tournament(people[0], people, kind="arena", minutes=30)
    advance(series)
    judging.pause(series.pk, people[0], "a storm")
    Series.objects.update(paused_at=timezone.now() - timedelta(minutes=10))
    play_all(series)
    advance(series)
    assert not open_pods(series) and Entrant.objects.filter(points__gt=0).count() == 2
    before = series.deadline
    assert before
    judging.resume(series.pk, people[0], "it is over")
    advance(series)
    assert len(open_pods(series)) == 2
    assert series.deadline and series.deadline - before > timedelta(minutes=9)
    assert [line.what for line in series.log.all()][1:] == [
        "paused a series",
        "resumed a series",
    ]


def names_in(pod: Pod) -> str:
    return ", ".join(
        member.user.username for seat in pod.seats.all() for member in seat.entrant.members.all()
    )


def by_name(series: Series) -> dict[str, Entrant]:
    rows = series.entrants.prefetch_related("members__user")
    return {one.members.all()[0].user.username: one for one in rows}


def page_for(user: User, series: Series) -> str:
    client = Client()
    client.force_login(user)
    return client.get(series.get_absolute_url()).content.decode()


def test_a_removed_entrant_has_no_place_and_what_was_played_against_them_stays(
    crowd: Crowd,
) -> None:
    people = crowd(4)
    series = tournament(people[0], people, rounds=2)
    advance(series)
    play_all(series)
    advance(series)
    lost = Pod.objects.filter(seats__entrant__points=12).order_by("pk")[0]
    winner, loser = lost.seats.order_by("-entrant__points")
    judging.remove(series.pk, people[0], winner.entrant.members.get().user.username, "two phones")
    gone, stays = (Entrant.objects.get(pk=each.entrant_id) for each in (winner, loser))
    assert gone.place is None and gone.points == 0
    assert (stays.points, stays.opponents) == (0, 12), "as it was played"
    removed = winner.entrant.members.get().user
    with pytest.raises(refusals.Removed):
        entering.join(series.pk, removed)
    assert "You were taken out of it" in page_for(removed, series)
    assert differences(series) == []


def test_an_annulled_match_of_a_swiss_is_worth_the_mean_to_whoever_is_still_in_it(
    crowd: Crowd,
) -> None:
    people = crowd(4)
    series = tournament(people[0], people, rounds=2)
    advance(series)
    play_all(series)
    advance(series)
    first = Pod.objects.order_by("pk")[0]
    winner, loser = first.seats.order_by("-entrant__points")
    judging.remove(series.pk, people[0], winner.entrant.members.get().user.username, "two phones")
    judging.annul(series.pk, people[0], first.match_id or 0, "two phones")
    loser.entrant.refresh_from_db()
    assert (loser.entrant.points, loser.entrant.played) == (6, 0)
    assert ">void</text>" in page_for(people[0], series), "in its picture"
    running = next(pod for pod in open_pods(series) if len(sitting(pod)) == 2)
    ready(running)
    advance(series)
    running.refresh_from_db()
    judging.annul(series.pk, people[0], running.match_id or 0, "once more")
    assert Match.objects.get(series_pod=running).status == "aborted"
    assert differences(series) == [] and history_of(series).byes == []
    assert Notice.objects.filter(kind="series-annulled").exists()


def test_an_annulled_match_of_a_knockout_is_played_anew(crowd: Crowd) -> None:
    people = crowd(4)
    series = tournament(people[0], people, kind="knockout", break_seconds=600)
    advance(series)
    play_all(series)
    advance(series)
    assert not open_pods(series) and series.deadline
    first = Pod.objects.order_by("pk")[0]
    judging.pause(series.pk, people[0], "to look at it")
    judging.annul(series.pk, people[0], first.match_id or 0, "two phones")
    advance(series)
    assert not open_pods(series), "in a pause nothing begins"
    judging.resume(series.pk, people[0], "looked at")
    advance(series)
    [again] = open_pods(series)
    both = sitting(again)
    assert {user.pk for user in both} == set(
        first.seats.values_list("entrant__members__user", flat=True)
    )
    ready(again)
    play(again, strength=lambda user: -user.pk)  # the other one wins
    Series.objects.update(break_seconds=0)
    for _ in range(3):
        advance(series)
    [final] = open_pods(series)
    assert final.featured and max(both, key=lambda user: user.pk) in sitting(final)
    assert series.rounds_made.count() == 2 and differences(series) == []


def test_whoever_lost_to_somebody_removed_goes_on(crowd: Crowd) -> None:
    people = crowd(4)
    series = tournament(people[0], people, kind="knockout", break_seconds=600)
    advance(series)
    play_all(series)
    advance(series)
    judging.remove(series.pk, people[0], "Player00", "two phones")
    Series.objects.update(deadline=timezone.now())
    advance(series)
    [final] = open_pods(series)
    points = series.entrants.filter(members__user__in=sitting(final)).values_list("points")
    assert sorted(points) == [(0,), (12,)]


def test_who_is_left_alone_in_a_knockout_has_won_it(crowd: Crowd) -> None:
    people = crowd(4)
    series = tournament(people[0], people, kind="knockout", break_seconds=600)
    advance(series)
    play_all(series)
    advance(series)
    through = [name for name, entrant in by_name(series).items() if entrant.points == 12]
    entering.withdraw(series.pk, next(user for user in people if user.username == through[0]))
    Series.objects.update(deadline=timezone.now())
    advance(series)
    assert series.status == Series.Status.OVER and by_name(series)[through[1]].place == 1
    assert differences(series) == []


def test_an_outage_is_given_back_to_every_clock_of_a_series(crowd: Crowd) -> None:
    people = crowd(4)
    series = tournament(people[0], people, kind="arena")
    advance(series)
    ends, held = series.deadline, open_pods(series)[0].held_until
    assert ends and held
    now = timezone.now()
    clock.credit_outage("web", now - timedelta(seconds=60), now)
    series.refresh_from_db()
    assert series.deadline and series.deadline - ends > timedelta(seconds=59)
    later = open_pods(series)[0].held_until
    assert later and later - held > timedelta(seconds=59)


def test_too_few_call_it_off(crowd: Crowd) -> None:
    people = crowd(1)
    series = tournament(people[0], people)
    advance(series)
    assert series.status == Series.Status.CALLED_OFF
    assert Notice.objects.filter(user=people[0], kind="series-called-off").exists()


def test_reminders_and_next_weeks_series_are_made_once(crowd: Crowd) -> None:
    people = crowd(2)
    series = tournament(people[0], people, weekly=True)
    for _ in range(2):
        sweep.minute()
    assert Notice.objects.filter(kind="series-soon").count() == 2
    assert Series.objects.count() == 1
    advance(series)
    for _ in range(2):
        sweep.minute()
    following = Series.objects.get(previous=series)
    assert following.starts_at == series.starts_at + timedelta(days=7)
    assert following.status == "planned" and following.deadline == following.starts_at
    judging.stop_repeating(series.pk, people[0], "nobody comes any more")
    following.refresh_from_db()
    assert not following.weekly, "the last of those that were made as well"
    following.deadline = timezone.now()
    following.save()
    advance(following)
    sweep.minute()
    assert following.status == "called-off" and Series.objects.count() == 2


@pytest.mark.parametrize(
    "go",
    [
        lambda series, user: entering.withdraw(series.pk, user),
        lambda series, user: judging.remove(series.pk, user, user.username, "two phones"),
    ],
)
def test_who_goes_gets_up_and_is_called_no_more(crowd: Crowd, go: Any) -> None:
    people = crowd(3)
    series = tournament(people[0], people, size=3, rounds=1)
    advance(series)
    [pod] = open_pods(series)
    go(series, people[1])
    assert set(sitting(pod)) == {people[0], people[2]}
    assert selectors.table_of(series, people[1]) is None and not selectors.next_tables(people[1])
    assert selectors.table_of(series, people[0]) == pod.table


def test_a_later_start_is_told_and_reminded_of_anew(crowd: Crowd) -> None:
    people = crowd(2)
    series = tournament(people[0], people)
    sweep.minute()
    judging.extend(series.pk, people[0], 60, "the trains stand still")
    sweep.minute()
    kinds = Notice.objects.filter(user=people[1]).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["series-soon", "series-put-off"]
    Series.objects.update(deadline=timezone.now(), weekly=True)
    sweep.minute()
    assert Notice.objects.filter(user=people[1], kind="series-soon").count() == 2
    planned = series.starts_at
    advance(series)
    sweep.minute()
    week = Series.objects.get(previous=series).starts_at - planned
    assert abs(week - timedelta(days=7)) < timedelta(minutes=1), "put off once, not for ever"


def test_time_given_in_a_pause_is_what_was_said(crowd: Crowd) -> None:
    people = crowd(2)
    series = tournament(people[0], people, kind="arena", minutes=30)
    advance(series)
    ends = timezone.now() + timedelta(minutes=30)
    judging.pause(series.pk, people[0], "a storm")
    Series.objects.update(
        paused_at=timezone.now() - timedelta(hours=1), deadline=ends - timedelta(hours=1)
    )
    judging.extend(series.pk, people[0], 10, "for the storm")
    judging.resume(series.pk, people[0], "it is over")
    series.refresh_from_db()
    assert series.deadline
    assert abs(series.deadline - ends - timedelta(minutes=10)) < timedelta(minutes=1)


def test_time_for_a_clock_that_does_not_run_is_refused(crowd: Crowd) -> None:
    people = crowd(2)
    series = tournament(people[0], people)
    advance(series)
    ready(open_pods(series)[0])
    advance(series)
    with pytest.raises(refusals.NoClock):
        judging.extend(series.pk, people[0], 10, "in vain")
    assert not series.log.filter(what="extended a series").exists()


def test_staff_choose_from_lists_and_read_what_was_done(crowd: Crowd, settings: Settings) -> None:
    settings.STAFF_SECOND_STEP = False
    people = crowd(4)
    series = tournament(people[0], people, rounds=2)
    advance(series)
    play_all(series)
    advance(series)
    User.objects.filter(pk=people[0].pk).update(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(people[0])
    page = reverse("admin:series_series_change", args=[series.pk])
    one = Pod.objects.exclude(match=None).order_by("pk")[0]
    act = reverse("admin:series_series_act", args=[series.pk, "annul"])
    assert f"round 1 · {names_in(one)} · over" in client.get(act).content.decode()
    assert client.post(act, {"match": 999, "reason": "no such"}).status_code == 200
    assert client.post(act, {"match": one.match_id, "reason": "two phones"})["Location"] == page
    assert f'value="{one.match_id}"' not in client.get(act).content.decode(), "annulled already"
    act = reverse("admin:series_series_act", args=[series.pk, "remove"])
    assert client.post(act, {"name": people[2].username, "reason": "two phones"}).status_code == 302
    text = client.get(page).content.decode()
    assert f"match: {one.match_id}" in text and "removed an entrant" in text
    assert list(series.log.values_list("what", flat=True))[1:] == [
        "annulled a match of a series",
        "removed an entrant",
    ]
