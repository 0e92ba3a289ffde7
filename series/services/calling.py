"""Calling a pod: its table, its chairs and its match; the end of the grace; what was played."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db import transaction

from accounts.models import User
from games.models import Match, Seat
from lobby.models import Table
from lobby.services import chairs, reserved
from series import notices, results
from series.models import Entrant, Item, Member, Pod, PodSeat, Round, Series
from series.services import terms
from series.services.locking import change, database_now, lock_if_free


def call_pods(
    series: Series,
    made: Round,
    item: Item,
    pods: Sequence[Sequence[int]],
    *,
    bots: int = 0,
    featured: bool = False,
) -> None:
    """Gives each pod its table and calls its people. Locks all of them, and then tables.

    `bots` more chairs are theirs, where there are too few people for the game.
    """
    people = _people(one for pod in pods for one in pod)
    everybody = [user.pk for members in people.values() for user in members]
    locked = reserved.take_from_waiting(everybody)
    barred = [user for user in locked if user.is_banned or not user.is_active]  # a moment ago
    now = database_now()
    number = made.pods.count()
    for entrants in pods:
        number += 1
        sitting: list[User | None] = [*terms.chairs(item, [people[one] for one in entrants], bots)]
        table = reserved.reserve(
            item.game,
            item.options,
            sitting,
            reserved_for=series.get_absolute_url(),
            public=series.public,
            rated=series.rated,
        )
        for user in barred:
            chairs.get_up(table.pk, user)
        pod = Pod.objects.create(
            round=made,
            number=number,
            table=table,
            featured=featured,
            held_until=now + timedelta(seconds=series.grace_seconds),
        )
        PodSeat.objects.bulk_create(
            PodSeat(pod=pod, entrant_id=one, index=index) for index, one in enumerate(entrants)
        )
        notices.table_ready(series, table, [user.pk for one in entrants for user in people[one]])


def _people(entrants: Iterable[int]) -> dict[int, list[User]]:
    found: dict[int, list[User]] = {}
    rows = Member.objects.filter(entrant__in=list(entrants)).select_related("user")
    for member in rows.order_by("pk"):
        found.setdefault(member.entrant_id, []).append(member.user)
    return found


@transaction.atomic
def end_grace(series_id: int, pod_id: int) -> bool:
    """Whoever is not ready when the grace is over has not come: a bot sits there, for no points."""
    series = lock_if_free(series_id)
    if series is None:
        return False
    pod = Pod.objects.select_related("table").get(pk=pod_id)
    if series.status != Series.Status.RUNNING or pod.status != Pod.Status.CALLED:
        return False
    if pod.held_until is None or pod.held_until > database_now():
        return False
    reserved.start_with_who_came(pod.table_id)
    collect(series)
    return True


def collect(series: Series) -> bool:
    """Reads what has happened at the tables of the open pods. Called with the series locked.

    A pod plays when its table has dealt, and is over when its match is. True: standings changed.
    """
    finished = dealt = False
    for pod in open_pods(series):
        if pod.status == Pod.Status.CALLED:
            _follow(pod)
            dealt |= pod.status == Pod.Status.PLAYING
        if pod.status == Pod.Status.PLAYING and pod.match is not None:
            finished |= _finish(pod)
        finished |= pod.status == Pod.Status.VOID
    if finished:
        copy_standings(series)
    elif dealt:
        change(series)  # nothing else changed, but a television now shows the table
    return finished


def open_pods(series: Series) -> list[Pod]:
    rows = Pod.objects.filter(
        round__series=series, status__in=[Pod.Status.CALLED, Pod.Status.PLAYING]
    )
    return list(rows.select_related("table", "match").order_by("pk"))


def _follow(pod: Pod) -> None:
    """The table has dealt, or has closed because nobody came."""
    table = pod.table
    if table.status == Table.Status.CLOSED and table.match_id is None:
        mark_absent(pod, {seat.entrant_id for seat in pod.seats.all()})
        close(pod, Pod.Status.VOID)
    elif table.match_id is not None:
        called = set(pod.seats.values_list("entrant_id", flat=True))
        seated = set(Seat.objects.filter(match=table.match_id).values_list("user_id", flat=True))
        mark_absent(
            pod,
            {
                entrant
                for entrant, names in results.members_of(pod.round.series).items()
                if entrant in called and not seated & names
            },
        )
        pod.match = Match.objects.get(pk=table.match_id)
        pod.status = Pod.Status.PLAYING
        pod.save(update_fields=["match", "status"])


def mark_absent(pod: Pod, entrants: set[int]) -> None:
    """They get no points here, and are called to no further table until they say they are back."""
    pod.seats.filter(entrant__in=entrants).update(came=False)
    rows = Entrant.objects.filter(pk__in=entrants, status=Entrant.Status.IN)
    rows.update(status=Entrant.Status.AWAY)


def _finish(pod: Pod) -> bool:
    assert pod.match is not None
    if pod.match.status == Match.Status.RUNNING:
        return False
    played = pod.match.status == Match.Status.FINISHED
    close(pod, Pod.Status.OVER if played else Pod.Status.VOID)
    return True


def get_up(entrant: Entrant) -> None:
    """Somebody has gone: the table to which they are called waits no longer for them. Where they
    play already, the match has its own rules. Called with the series locked."""
    for seat in entrant.seats.filter(open=True, pod__status=Pod.Status.CALLED):
        for user in _people([entrant.pk])[entrant.pk]:
            chairs.get_up(seat.pod.table_id, user)


def close(pod: Pod, status: str) -> None:
    pod.status = status
    pod.save(update_fields=["status"])
    seats = pod.seats.all()
    Entrant.objects.filter(seats__in=seats).update(free_since=database_now())
    seats.update(open=False)


def copy_standings(series: Series) -> None:
    """The numbers of everybody, as the finished matches have them now."""
    rows = {row.entrant: row for row in results.standings_of(series)}
    entrants = list(Entrant.objects.filter(series=series))
    for entrant in entrants:
        copied = results.copy_of(rows[entrant.pk]) if entrant.pk in rows else results.NOTHING
        for name, value in copied.items():
            setattr(entrant, name, value)
    Entrant.objects.bulk_update(entrants, results.COPIED)
    change(series)
