"""The checker of `make series` finds what it is there for."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F

from games.models import Match
from ops.series.__main__ import options
from ops.series.checker import check
from series.models import Entrant, Pod, PodSeat, Round, Series
from tests.series.conftest import Crowd, advance, play_all, tournament

pytestmark = pytest.mark.django_db

Damage = Callable[[Series], object]


def later(seconds: float) -> Damage:
    def wait(series: Series) -> None:
        Round.objects.filter(number=2).update(made_at=F("made_at") + timedelta(seconds=seconds))

    return wait


def stretch(series: Series) -> None:
    """Somebody sits on in the first match while they play the second."""
    first = Match.objects.order_by("pk").first()
    assert first
    Match.objects.filter(pk=first.pk).update(finished_at=F("finished_at") + timedelta(hours=1))


@pytest.mark.parametrize(
    ("damage", "killed", "found"),
    [
        (lambda series: None, False, ""),
        (later(4), False, ""),
        (later(7), False, "a next round took 7"),
        (later(7), True, ""),
        (later(12), True, "a next round took 12"),
        (stretch, False, "twice at once"),
        (lambda series: PodSeat.objects.all()[0].delete(), False, "has not everybody once"),
        (lambda series: PodSeat.objects.update(came=False), False, "no-shows: 8"),
        (lambda series: Pod.objects.update(status="void"), False, "nothing was played"),
        (lambda series: Series.objects.update(status="running"), False, "it is running"),
        (lambda series: Entrant.objects.update(points=1), False, "points is 1"),
    ],
)
def test_what_is_wrong_with_a_swiss(crowd: Crowd, damage: Damage, killed: bool, found: str) -> None:
    people = crowd(4)
    series = tournament(people[0], people, rounds=2)
    for _round in range(3):
        advance(series)
        play_all(series)
    damage(series)
    figures, broken = check(Series.objects.get(), killed)
    assert figures["repeats"] == 0
    assert bool(found) == bool(broken) and found in "\n".join(broken)


@pytest.mark.parametrize(("idle", "broken"), [(10, False), (17, True)])
def test_who_was_free_in_an_arena_and_not_called(crowd: Crowd, idle: int, broken: bool) -> None:
    """From the start on, and up to the bell, longer than patience and aim."""
    people = crowd(4)
    series = tournament(people[0], people, kind="arena", minutes=5)
    advance(series)
    assert series.started_at
    bell = series.started_at + timedelta(minutes=5)
    play_all(series)
    Match.objects.update(started_at=series.started_at, finished_at=bell - timedelta(seconds=idle))
    Series.objects.update(deadline=series.started_at)
    advance(series)
    figures, found = check(series, killed=False)
    assert figures["longest wait"] == idle
    assert [line for line in found if "free together" in line] == (
        ["4 were free together and not called"] if broken else []
    )
    assert bool(found) == broken


def test_options_on_the_command_line() -> None:
    assert options("hands=5,turns=each,teams=true") == {"hands": 5, "turns": "each", "teams": True}
    assert options("") == {}
