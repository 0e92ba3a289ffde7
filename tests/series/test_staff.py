"""What the staff and the minute's chores do to a series."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.notices.models import Notice
from games.models import Match
from games.services import clock
from series import refusals, sweep
from series.models import Entrant, Pod, Series
from series.results import differences
from series.services import entering, judging
from tests.series.conftest import (
    Crowd,
    advance,
    open_pods,
    play_all,
    ready,
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
    assert [line.what for line in series.log.all()][-2:] == ["resumed a series", "resumed"]


def test_an_annulled_match_and_a_removed_entrant_count_no_more(crowd: Crowd) -> None:
    people = crowd(4)
    series = tournament(people[0], people, rounds=2)
    advance(series)
    play_all(series)
    advance(series)
    first = Pod.objects.order_by("pk")[0]
    winner = first.seats.order_by("-entrant__points").first()
    assert winner is not None and winner.entrant.points == 12
    judging.annul(series.pk, people[0], first.match_id or 0, "two phones")
    winner.entrant.refresh_from_db()
    assert winner.entrant.points == 0
    judging.remove(series.pk, people[0], people[3].username, "two phones")
    gone = Entrant.objects.get(members__user=people[3])
    assert gone.place is None
    with pytest.raises(refusals.Removed):
        entering.join(series.pk, people[3])
    running = open_pods(series)[0]
    ready(running)
    advance(series)
    running.refresh_from_db()
    judging.annul(series.pk, people[0], running.match_id or 0, "once more")
    assert Match.objects.get(series_pod=running).status == "aborted"
    assert differences(series) == []
    assert Notice.objects.filter(kind="series-annulled").exists()


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
