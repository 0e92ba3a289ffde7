"""The course of tournaments, from the first entrant to the last place."""

from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import FOR_EVER, User
from accounts.notices.models import Notice
from games.models import Match
from games.services import leaving
from lobby.models import Chair, Table
from lobby.refusals import Reserved
from lobby.services import chairs, tables
from series import refusals, selectors, sweep
from series.models import Entrant, Pod, PodSeat, Series
from series.results import differences, history_of
from series.services import advancing, calling, entering, judging, making
from tests.series.conftest import (
    Crowd,
    advance,
    end_waiting,
    names,
    nobody_sits_twice,
    open_pods,
    play,
    play_all,
    ready,
    sitting,
    tournament,
)

pytestmark = pytest.mark.django_db


def test_a_swiss_from_start_to_places(crowd: Crowd) -> None:
    people = crowd(8)
    series = tournament(people[0], people, rounds=3)
    advance(series)
    for number in (1, 2, 3):
        assert series.status == Series.Status.RUNNING
        assert series.rounds_made.count() == number
        assert len(open_pods(series)) == 4 and nobody_sits_twice(series)
        play_all(series)
        advance(series)
    assert series.status == Series.Status.OVER
    assert names(series)[0] == "Player00" and names(series)[-1] == "Player07"
    assert history_of(series).met.most_common(1)[0][1] == 1, "nobody met twice"
    assert differences(series) == []
    told = Notice.objects.get(user=people[0], kind="series-over")
    assert told.params == {"name": "Cup", "place": 1}
    call_command("recompute_series", "--check")


def test_each_step_is_made_once_however_often_it_is_asked_for(crowd: Crowd) -> None:
    people = crowd(4)
    series = tournament(people[0], people, rounds=2)
    for _ in range(3):
        advance(series)
        sweep.sweep()
    assert series.rounds_made.count() == 1 and Pod.objects.count() == 2
    play_all(series)
    for _ in range(3):
        sweep.sweep()
    assert series.rounds_made.count() == 2 and Pod.objects.count() == 4


@pytest.mark.parametrize("dies_after", ["follow", "grace", "nothing"])
def test_a_sweep_that_dies_in_the_middle_is_made_up_by_the_next(
    crowd: Crowd, dies_after: str
) -> None:
    people = crowd(4)
    series = tournament(people[0], people, rounds=2)
    advance(series)
    first, second = open_pods(series)
    ready(first)
    play(first)
    ready(second, *sitting(second)[:1])
    end_waiting(series)
    if dies_after != "nothing":
        overdue = advancing.follow(series.pk)
        if dies_after == "grace":
            for pod in overdue:
                advancing.end_grace(series.pk, pod)
    sweep.sweep()
    second.refresh_from_db()
    play(second)
    sweep.sweep()
    series.refresh_from_db()
    assert series.rounds_made.count() == 2 or series.status == Series.Status.OVER
    assert differences(series) == []


def test_who_does_not_come_is_a_bot_without_points_and_away(crowd: Crowd) -> None:
    people = crowd(4)
    series = tournament(people[0], people, rounds=2)
    advance(series)
    first, second = open_pods(series)
    absent, here = sitting(first)
    ready(first, absent)
    ready(second)
    play(second)
    advance(series)
    assert len(open_pods(series)) == 1, "the grace runs"
    end_waiting(series)
    advance(series)
    table = Table.objects.get(pk=first.table_id)
    assert table.match is not None and table.match.bots and not table.rated
    assert selectors.table_of(series, absent) is None, "a bot plays there"
    assert selectors.table_of(series, here) == table
    play(first, strength=lambda user: 0)
    advance(series)
    seat = PodSeat.objects.get(pod=first, entrant__members__user=absent)
    assert not seat.came and seat.entrant.points == 0 and seat.entrant.status == "away"
    assert series.entrants.get(members__user=here).points == 12, "whatever the bot did"
    assert series.rounds_made.count() == 2 and absent not in sitting(open_pods(series)[0])
    entering.join(series.pk, absent)
    assert series.entrants.get(members__user=absent).status == "in", "they are back"


def test_nobody_comes_and_the_round_is_over_all_the_same(crowd: Crowd) -> None:
    people = crowd(2)
    series = tournament(people[0], people)
    advance(series)
    end_waiting(series)
    advance(series)
    assert series.status == Series.Status.OVER, "nobody is left to play"
    assert Pod.objects.get().status == Pod.Status.VOID
    assert not Table.objects.exclude(status="closed").exists()
    [listed] = selectors.past()
    assert not selectors.cups_of(people[0]) and vars(listed)["winner"] is None, "of nothing"


def test_a_leaver_ends_last_by_the_rules_of_the_match_and_gets_nothing(crowd: Crowd) -> None:
    people = crowd(2)
    series = tournament(people[0], people, rounds=1)
    advance(series)
    [pod] = open_pods(series)
    ready(pod)
    pod.table.refresh_from_db()
    leaving.resign(pod.table.match_id or 0, people[0])
    advance(series)
    assert names(series) == ["Player01", "Player00"]
    assert [row.points for row in series.entrants.order_by("place")] == [12, 0]


def test_a_knockout_of_six_to_its_podium(crowd: Crowd) -> None:
    """Three pods, then a bye and a pod, then the final, which is featured."""
    people = crowd(6)
    series = tournament(people[0], people, kind="knockout")
    shapes = []
    while series.status in ("planned", "running"):
        advance(series)
        pods = open_pods(series)
        if pods:
            shapes.append((len(pods), pods[0].featured))
        play_all(series)
    assert shapes == [(3, False), (1, False), (1, True)]
    assert names(series)[0] == "Player00"
    assert Entrant.objects.get(place=2).seats.filter(pod__featured=True).exists()
    assert differences(series) == []


def test_an_arena_calls_whoever_is_free_until_the_bell(crowd: Crowd) -> None:
    people = crowd(5)
    series = tournament(people[0], people, kind="arena", minutes=30)
    advance(series)
    assert len(open_pods(series)) == 2, "one waits"
    first = open_pods(series)[0]
    ready(first)
    play(first)
    advance(series)
    assert nobody_sits_twice(series)
    for _ in range(4):
        play_all(series)
        advance(series)
        assert len(open_pods(series)) == 2, "nobody who could play waits"
    Series.objects.update(deadline=timezone.now())
    advance(series)
    assert series.status == Series.Status.RUNNING, "who plays plays to the end"
    play_all(series)
    advance(series)
    assert series.status == Series.Status.OVER and not open_pods(series)
    assert names(series)[0] == "Player00" and differences(series) == []


def test_somebody_in_another_match_is_not_called_in_an_arena(crowd: Crowd) -> None:
    people = crowd(4)
    series = tournament(people[0], people[:3], kind="arena")
    other = tables.open_table(people[0], "forty", rated=False)
    chairs.sit(other.pk, people[3])
    for user in (people[0], people[3]):
        chairs.set_ready(other.pk, user)
    advance(series)
    [pod] = open_pods(series)
    assert set(sitting(pod)) == {people[1], people[2]}


def test_who_waits_at_a_table_gets_up_when_called(crowd: Crowd) -> None:
    people = crowd(2)
    waiting = tables.open_table(people[0], "forty", rated=False)
    series = tournament(people[0], people)
    advance(series)
    assert not waiting.chairs.exists()
    ready(open_pods(series)[0])
    assert Match.objects.filter(status="running").count() == 1


def test_who_is_banned_while_the_tables_are_given_out_gets_no_chair(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = crowd(2)
    series = tournament(people[0], people)
    take = calling.reserved.take_from_waiting

    def too_late(called: list[int]) -> list[User]:
        User.objects.filter(pk=people[1].pk).update(banned_until=FOR_EVER)
        return take(called)

    monkeypatch.setattr(calling.reserved, "take_from_waiting", too_late)
    advance(series)
    [pod] = open_pods(series)
    assert sitting(pod) == [people[0]]


def test_a_reserved_table_takes_nobody_else_and_plays_once(crowd: Crowd) -> None:
    people = crowd(3)
    series = tournament(people[0], people[:2])
    advance(series)
    [pod] = open_pods(series)
    assert pod.table.owner is None
    with pytest.raises(Reserved) as refused:
        chairs.add_bot(pod.table_id, people[0], "sharp")
    assert refused.value.link == series.get_absolute_url()
    chairs.leave(pod.table_id, people[1])
    with pytest.raises(Reserved):
        chairs.sit(pod.table_id, people[2])
    end_waiting(series)
    ready(pod)
    advance(series)
    play(pod)
    table = Table.objects.get(pk=pod.table_id)
    assert table.status == Table.Status.CLOSED and not table.chairs.exists()
    with pytest.raises(Reserved):
        tables.reopen(table.pk, people[0])


def test_teams_of_two_are_one_entrant(crowd: Crowd) -> None:
    people = crowd(8)
    series = tournament(people[0], [], game="telefon", options={"teams": True}, size=None, rounds=1)
    with pytest.raises(refusals.InTeams):
        entering.join(series.pk, people[0])
    for one, other in ((0, 4), (1, 5), (2, 6)):
        entering.join(series.pk, people[one], partner=people[other].username)
        assert Notice.objects.filter(user=people[other], kind="series-partner").exists()
        entering.join(series.pk, people[other])
    with pytest.raises(refusals.PartnerTaken):
        entering.join(series.pk, people[3], partner=people[0].username)
    entering.join(series.pk, people[3], partner=people[7].username)
    entering.join(series.pk, people[7])
    advance(series)
    assert len(open_pods(series)) == 2
    for pod in open_pods(series):
        mates = {
            m.user_id: seat.entrant_id
            for seat in pod.seats.all()
            for m in seat.entrant.members.all()
        }
        order = [mates[chair.user_id] for chair in Chair.objects.filter(table=pod.table)]
        assert order[0] == order[2] != order[1] == order[3], "mates sit opposite each other"
    play_all(series)
    advance(series)
    assert series.status == "over" and len(names(series)) == 4 and "&" in names(series)[0]


def test_a_bye_is_worth_the_mean_and_comes_once(crowd: Crowd) -> None:
    people = crowd(5)
    series = tournament(people[0], people, rounds=5)
    for _ in range(6):
        advance(series)
        play_all(series)
    series.refresh_from_db()
    assert series.status == Series.Status.OVER
    byes = list(Entrant.objects.filter(byes__isnull=False).values_list("pk", flat=True))
    assert len(byes) == 5 == len(set(byes))
    assert differences(series) == []


def test_who_withdraws_after_a_bye_keeps_it(crowd: Crowd) -> None:
    """Else whoever comes back had another one."""
    people = crowd(3)
    series = tournament(people[0], people, rounds=3)
    advance(series)
    without = Entrant.objects.get(byes__isnull=False)
    user = without.members.get().user
    entering.withdraw(series.pk, user)
    assert entering.join(series.pk, user) == without
    assert without.byes.count() == 1


def test_a_table_that_is_over_calls_nobody(crowd: Crowd) -> None:
    """Also before the sweep has read its result."""
    people = crowd(2)
    series = tournament(people[0], people)
    advance(series)
    [pod] = open_pods(series)
    ready(pod)
    assert selectors.table_of(series, people[0]) == pod.table
    play(pod)
    assert selectors.table_of(series, people[0]) is None
    assert selectors.next_tables(people[0]) == []


def test_the_stored_numbers_are_right_at_every_moment(crowd: Crowd) -> None:
    *people, late = crowd(5)
    series = tournament(people[0], people, rounds=4)
    before = tournament(people[0], people)  # planned
    making.call_off(tournament(people[0], people).pk, people[0])
    for act in (
        lambda: advance(series),
        lambda: play_all(series),
        lambda: advance(series),
        lambda: entering.join(series.pk, late),
        lambda: entering.step_out(series.pk, people[1]),
        lambda: entering.withdraw(series.pk, people[2]),
        lambda: entering.withdraw(series.pk, late),
        lambda: judging.remove(series.pk, people[0], people[3].username, "two phones"),
        lambda: entering.withdraw(before.pk, people[0]),
    ):
        act()
        call_command("recompute_series", "--check")
    Entrant.objects.filter(status="removed").update(points=12)
    with pytest.raises(CommandError):
        call_command("recompute_series", "--check")
    call_command("recompute_series")
    call_command("recompute_series", "--check")


def test_a_sweep_waits_for_no_series_that_somebody_holds(crowd: Crowd) -> None:
    people = crowd(2)
    series = tournament(people[0], people)
    advance(series)
    [pod] = open_pods(series)
    end_waiting(series)
    with patch("series.services.calling.lock_if_free", return_value=None):
        assert not advancing.end_grace(series.pk, pod.pk)
    assert advancing.end_grace(series.pk, pod.pk)


def test_who_has_played_nothing_yet_needs_no_place(crowd: Crowd) -> None:
    """Planned, begun, joined late: the copy is made with the next result, and nothing differs."""
    *people, late = crowd(4)
    arena = tournament(people[0], people[:3], kind="arena", minutes=60)
    assert differences(arena) == []
    advance(arena)
    assert differences(arena) == []
    entering.join(arena.pk, late)
    play_all(arena)
    advance(arena)
    assert differences(arena) == [] and names(arena)
    Entrant.objects.filter(series=arena, played=1).update(points=9)
    assert differences(arena)
