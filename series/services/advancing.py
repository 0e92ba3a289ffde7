"""Advancing a series: its start, its rounds, its end. Called by the sweep, safe at any time.

Three kinds of transactions follow each other, each under the lock of the series: `follow` reads
what was played, `calling.end_grace` ends the waiting for one pod, `step` decides what comes next.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from django.db import transaction

from accounts.models import User
from accounts.ratings import selectors as ratings
from games import selectors as matches
from series import notices, results
from series.models import Bye, Entrant, Member, Pod, PodSeat, Round, Series
from series.pairing.arena import Free, arena_pods
from series.pairing.knockout import going_on, knockout_round
from series.pairing.rotation import next_players
from series.pairing.swiss import Pairing, swiss_round
from series.services import teaming
from series.services.calling import call_pods, collect, copy_standings, end_grace, open_pods
from series.services.locking import change, database_now, lock_if_free, log
from series.services.terms import seats_by_size

Kind, Status = Series.Kind, Series.Status


def advance(series_id: int) -> None:
    """All that is due now."""
    for pod_id in follow(series_id):
        end_grace(series_id, pod_id)
    step(series_id)


@transaction.atomic
def follow(series_id: int) -> list[int]:
    """Reads the open pods. Gives those whose grace is over."""
    series = lock_if_free(series_id)
    if series is None or series.status not in (Status.RUNNING, Status.PAUSED):
        return []
    collect(series)
    now = database_now()
    called = [pod for pod in open_pods(series) if pod.status == Pod.Status.CALLED]
    return [pod.pk for pod in called if pod.held_until is not None and pod.held_until <= now]


@transaction.atomic
def step(series_id: int) -> None:
    """Starts what is due, makes the next round or pod, or ends the series."""
    series = lock_if_free(series_id)
    if series is None:
        return
    now = database_now()
    due = series.deadline is not None and series.deadline <= now
    if series.status == Status.PLANNED and due:
        _start(series, now)
    elif series.status == Status.RUNNING and series.kind == Kind.ARENA:
        _arena(series, now, ends=due)
    elif series.status == Status.RUNNING and not open_pods(series):
        _between_rounds(series, now, due)


def start_night(series: Series) -> None:
    """Called with the series locked."""
    _begin(series, database_now())


def _start(series: Series, now: datetime) -> None:
    """With too few entrants it is called off, and they are told."""
    teaming.drop_forming(series)
    if len(entrants_in(series)) < min(seats_by_size(series.item)):
        log(series, None, "called off", "too few entrants")
        change(series, status=Status.CALLED_OFF, deadline=None, ended_at=now)
        notices.called_off(series)
        return
    _begin(series, now)


def _begin(series: Series, now: datetime) -> None:
    ends = now + timedelta(minutes=series.minutes) if series.kind == Kind.ARENA else now
    change(series, status=Status.RUNNING, started_at=now, deadline=ends)
    copy_standings(series)
    if series.kind == Kind.ARENA:
        Entrant.objects.filter(series=series).update(free_since=now)
        Round.objects.create(series=series, number=1)
        _arena(series, now, ends=False)
    else:
        _between_rounds(series, now, due=True)


def entrants_in(series: Series) -> list[int]:
    """Who can be called to a table: in, and allowed to act. In the order in which they joined."""
    shut_out = Member.objects.filter(series=series, user__is_active=False) | Member.objects.filter(
        series=series, user__banned_until__gt=database_now()
    )
    rows = series.entrants.filter(status=Entrant.Status.IN).order_by("joined_at", "pk")
    gone = set(shut_out.values_list("entrant_id", flat=True))
    return [pk for pk in rows.values_list("pk", flat=True) if pk not in gone]


# ---- Rounds: Swiss, knock-out, night ------------------------------------------------------------


def _between_rounds(series: Series, now: datetime, due: bool) -> None:
    """No pod is open: the last round is over. After the break comes the next, or the end."""
    last = series.rounds_made.last()
    if last is not None and last.ended_at is None:
        if play_anew(series, last):
            return
        last.ended_at = now
        last.save(update_fields=["ended_at"])
        if _was_last(series, last):
            end(series)
            return
        change(series, deadline=now + timedelta(seconds=series.break_seconds))
        due = series.break_seconds == 0
    if due:
        NEXT_ROUND[series.kind](series)


def _was_last(series: Series, last: Round) -> bool:
    if series.kind == Kind.NIGHT:
        return series.next_item >= len(series.programme)
    if series.kind == Kind.SWISS:
        return last.number >= series.rounds
    return last.pods.filter(featured=True).exists()


def _swiss(series: Series) -> None:
    table = results.standings_of(series)
    here = set(entrants_in(series))
    ranked = [row.entrant for row in _drawn(table, series) if row.entrant in here]
    points = {row.entrant: row.points for row in table}
    sizes, history = seats_by_size(series.item), results.history_of(series)
    pairing = swiss_round(ranked, points, series.item.size, sizes, history, _seed(series))
    _make_round(series, pairing)


def _drawn(table: list[results.Row], series: Series) -> list[results.Row]:
    """Best first; those who share a place stand as they are drawn."""
    return sorted(Random(_seed(series)).sample(table, len(table)), key=lambda row: row.place)


def _knockout(series: Series) -> None:
    last = series.rounds_made.last()
    sizes = seats_by_size(series.item)
    seeds = _seeds(series)
    here = set(entrants_in(series))
    if last is None:
        still_in = [one for one in seeds if one in here]
    else:
        pods = [_order_of(pod, seeds) for pod in last.pods.all() if not _is_played_anew(pod)]
        byes = list(last.byes.values_list("entrant_id", flat=True))
        still_in = [one for one in going_on(pods, byes, min(sizes)) if one in here]
    ranked = sorted(still_in, key=seeds.index)
    history = results.history_of(series)
    pairing = knockout_round(ranked, series.item.size, sizes, history, _seed(series))
    _make_round(series, pairing, final=len(pairing.pods) == 1 and not pairing.byes)


def _seeds(series: Series) -> list[int]:
    """Everybody in the order of strength: by rating, and else as drawn."""
    rows = Member.objects.filter(series=series).values_list("entrant_id", "user_id")
    marks = ratings.marks(series.item.game, [user for _entrant, user in rows])
    strength: dict[int, int] = {}
    for entrant, user in rows:
        strength[entrant] = strength.get(entrant, 0) + (marks[user].shown if user in marks else 0)
    drawn = Random(series.pk).sample(sorted(strength), len(strength))
    return sorted(drawn, key=lambda one: -strength[one])


def play_anew(series: Series, made: Round) -> bool:
    """Calls those of an annulled match of a knock-out once more: somebody has to go on. Called with
    the series locked. True: there was one."""
    if series.kind != Kind.KNOCKOUT:
        return False
    here, sizes, found = set(entrants_in(series)), seats_by_size(series.item), False
    for pod in made.pods.filter(status=Pod.Status.VOID):
        came = pod.seats.filter(came=True).values_list("entrant_id", flat=True)
        again = [one for one in came if one in here]
        if len(again) in sizes and not _is_played_anew(pod):
            call_pods(series, made, series.item, [again], featured=pod.featured)
            found = True
    if found:
        change(series)
    return found


def _is_played_anew(pod: Pod) -> bool:
    """An annulled match in whose place there is another."""
    again = PodSeat.objects.filter(pod__round=pod.round, entrant__seats__pod=pod)
    return pod.status == Pod.Status.VOID and again.filter(pod__number__gt=pod.number).exists()


def _order_of(pod: Pod, seeds: list[int]) -> list[int]:
    """The entrants of a pod by their result; who tied by strength, who did not come last. Who was
    removed is none of them, so the next best goes on instead."""
    found = {result.match: result for result in results.results_of(pod.round.series)}
    seats = pod.seats.exclude(entrant__status=Entrant.Status.REMOVED)
    entrants = list(seats.values_list("entrant_id", flat=True))
    result = found.get(pod.match_id or 0)
    places = result.places() if result else {}
    return sorted(entrants, key=lambda one: (places.get(one, len(entrants) + 1), seeds.index(one)))


def _night(series: Series) -> None:
    """The next game of the programme. Who has sat out sits first; with too few people bots come.

    When nobody is there the night waits for somebody to go on.
    """
    here = set(entrants_in(series))
    present = [
        (entrant.pk, entrant.came_after)
        for entrant in series.entrants.order_by("joined_at", "pk")
        if entrant.pk in here
    ]
    if not present:
        change(series, status=Status.PAUSED, paused_at=database_now())
        return
    item, sizes = series.item, seats_by_size(series.item)
    chairs = max((size for size in sizes if size <= min(len(present), item.size)), default=0)
    chairs = chairs or min(len(present), item.size)
    pod = next_players(present, chairs, results.history_of(series), _seed(series))
    bots = max(0, min(sizes) - len(pod))
    made = _new_round(series)
    call_pods(series, made, item, [pod], bots=bots)
    change(series, next_item=series.next_item + 1, deadline=None)


def _make_round(series: Series, pairing: Pairing, final: bool = False) -> None:
    """Calls the pods, and notes who has a bye. Without a pod there is nothing left to play; whoever
    is left alone in a knock-out has won it."""
    alone = len(pairing.byes) == 1 and series.kind == Kind.KNOCKOUT
    if not pairing.pods and not alone:
        end(series)
        return
    made = _new_round(series)
    Bye.objects.bulk_create(Bye(round=made, entrant_id=one) for one in pairing.byes)
    if not pairing.pods:
        Round.objects.filter(pk=made.pk).update(ended_at=database_now())
        end(series)
        return
    call_pods(series, made, series.item, pairing.pods, featured=final)
    change(series, deadline=None)
    if pairing.byes:
        copy_standings(series)


def _new_round(series: Series) -> Round:
    number = series.rounds_made.count() + 1
    return Round.objects.create(series=series, number=number, item=series.next_item)


def _seed(series: Series) -> int:
    return series.pk * 1000 + series.rounds_made.count()


NEXT_ROUND: dict[str, Callable[[Series], None]] = {
    Kind.SWISS: _swiss,
    Kind.KNOCKOUT: _knockout,
    Kind.NIGHT: _night,
}


# ---- Arena --------------------------------------------------------------------------------------


def _arena(series: Series, now: datetime, ends: bool) -> None:
    """Pods for whoever is free; after the bell nobody is called any more, and the last ones end."""
    playing = open_pods(series)
    if ends:
        if not playing:
            end(series)
        return
    free = _free(series, now)
    made = series.rounds_made.get()
    table = {row.entrant: row.points for row in results.standings_of(series)}
    sizes, history = seats_by_size(series.item), results.history_of(series)
    seed = series.pk * 1000 + made.pods.count()
    pods = arena_pods(free, bool(playing), table, series.item.size, sizes, history, seed)
    if pods:
        call_pods(series, made, series.item, pods)
        change(series)


def _free(series: Series, now: datetime) -> list[Free]:
    """Without a table here or elsewhere, and after a breath since the last match."""
    busy = set(
        PodSeat.objects.filter(open=True, entrant__members__user__in_series__series=series)
        .values_list("entrant__members__user_id", flat=True)
        .distinct()
    )
    people: dict[int, list[User]] = {}
    for member in Member.objects.filter(series=series).select_related("user"):
        people.setdefault(member.entrant_id, []).append(member.user)
    busy |= matches.with_live_running([user.pk for users in people.values() for user in users])
    here = set(entrants_in(series))
    waited = {
        entrant.pk: (now - entrant.free_since).total_seconds() for entrant in series.entrants.all()
    }
    fresh = {one for one, seconds in waited.items() if seconds < series.break_seconds}
    if not series.rounds_made.get().pods.exists():
        fresh = set()
    return [
        Free(one, max(0.0, waited[one] - series.break_seconds))
        for one in sorted(here - fresh)
        if not any(user.pk in busy for user in people[one])
    ]


# ---- The end ------------------------------------------------------------------------------------


def end(series: Series) -> None:
    """The last numbers, the end of the clock, and everybody hears their place."""
    copy_standings(series)
    change(series, status=Status.OVER, deadline=None, paused_at=None, ended_at=database_now())
    notices.over(series)
