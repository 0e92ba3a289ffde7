"""Series to test with: people who join, come to their tables and end where the test says."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.models import Seat as MatchSeat
from games.services.judging import adjudicate_match
from lobby.models import Chair, Table
from lobby.services import chairs
from series.models import Pod, PodSeat, Series
from series.services import advancing, entering, making
from tests.people import MakePerson, calm, person

Crowd = Callable[[int], list[User]]


@pytest.fixture
def crowd(person: MakePerson) -> Crowd:
    return lambda count: [person(f"Player{number:02}") for number in range(count)]


def tournament(maker: User, people: list[User], kind: str = "swiss", **more: Any) -> Series:
    """Planned and due now, with everybody in it. The clock has not rung yet."""
    maker.is_staff = True
    settings: dict[str, Any] = {
        "game": "forty",
        "size": 2,
        "starts_at": timezone.now(),
        "break_seconds": 0,
        "rounds": 3,
    } | more
    made = making.make_tournament(maker, kind, "Cup", **settings)
    for user in people:
        entering.join(made.pk, user)
    return made


def advance(series: Series) -> None:
    advancing.advance(series.pk)
    series.refresh_from_db()


def ready(pod: Pod, *besides: User) -> None:
    """Everybody in a chair of the pod but these says ready, so the match starts if nobody lacks."""
    for chair in Chair.objects.filter(table=pod.table, level="").select_related("user"):
        if chair.user not in besides:
            chairs.set_ready(pod.table_id, chair.user, nonce="ab" * 16)


def sitting(pod: Pod) -> list[User]:
    return [chair.user for chair in Chair.objects.filter(table=pod.table).select_related("user")]


def open_pods(series: Series) -> list[Pod]:
    rows = Pod.objects.filter(round__series=series, status__in=["called", "playing"])
    return list(rows.select_related("table").order_by("pk"))


def strongest_first(user: User) -> Any:
    return user.username


def play(pod: Pod, strength: Callable[[User], Any] = strongest_first) -> None:
    """The match of a pod that is ready ends as the strength of its players says."""
    table = Table.objects.get(pk=pod.table_id)
    assert table.match_id is not None
    if Match.objects.get(pk=table.match_id).status != Match.Status.RUNNING:
        return
    seats = list(MatchSeat.objects.filter(match=table.match_id).select_related("user"))
    order = sorted(seats, key=lambda seat: (seat.user.is_bot, strength(seat.user)))
    places = {seat.index: place for place, seat in enumerate(order, 1)}
    adjudicate_match(table.match_id, [places[index] for index in range(len(seats))], "test")


def play_all(series: Series, strength: Callable[[User], Any] = strongest_first) -> None:
    for pod in open_pods(series):
        ready(pod)
        play(pod, strength)


def end_waiting(series: Series) -> None:
    """Every grace is over."""
    past = timezone.now() - timedelta(seconds=1)
    Pod.objects.filter(round__series=series).update(held_until=past)


def nobody_sits_twice(series: Series) -> bool:
    seats = PodSeat.objects.filter(pod__round__series=series, open=True)
    people = list(seats.values_list("entrant__members__user", flat=True))
    return len(people) == len(set(people))


def names(series: Series) -> list[str]:
    """Everybody by their place."""
    rows = series.entrants.filter(place__isnull=False).order_by("place", "pk")
    return [" & ".join(m.user.username for m in row.members.all()) for row in rows]
