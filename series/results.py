"""Standings of a stored series: reads its finished matches and hands them to `series.standings`."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from django.db.models import Exists, OuterRef

from games.models import Match, Seat
from series.models import Bye, Entrant, Member, Pod, PodSeat, Series
from series.pairing.history import History
from series.standings import results
from series.standings.table import Row, Scoring, standings

SCORING: dict[str, Scoring] = {
    Series.Kind.NIGHT: "places",
    Series.Kind.SWISS: "places",
    Series.Kind.ARENA: "beaten",
    Series.Kind.KNOCKOUT: "knockout",
}


def standings_of(series: Series) -> list[Row]:
    """The table as the finished matches have it. Who was removed or never began is not in it."""
    return [row for row in all_rows(series) if row.place]


def all_rows(series: Series) -> list[Row]:
    """The table, and at its end those who were removed: others have their points against them."""
    entrants = entrants_who_count(series)
    return standings(
        [entrant.pk for entrant in entrants],
        results_of(series),
        byes_of(series) + annulled_of(series),
        SCORING[series.kind],
        {entrant.pk for entrant in entrants if entrant.status == Entrant.Status.REMOVED},
    )


def entrants_who_count(series: Series) -> list[Entrant]:
    """Those who are in, once it has begun; and of those who withdrew or were removed who played."""
    if series.status in (Series.Status.PLANNED, Series.Status.CALLED_OFF):
        return []
    rows = Entrant.objects.filter(series=series).order_by("joined_at", "pk")
    played = set(
        PodSeat.objects.filter(pod__round__series=series).values_list("entrant", flat=True)
    )
    played |= set(Bye.objects.filter(round__series=series).values_list("entrant", flat=True))
    status = Entrant.Status
    return [
        row
        for row in rows
        if row.status in (status.IN, status.AWAY)
        or (row.status in (status.OUT, status.REMOVED) and row.pk in played)
    ]


def results_of(series: Series) -> list[results.Result]:
    """One for each finished match that was not annulled."""
    pods = Pod.objects.filter(
        round__series=series, status=Pod.Status.OVER, match__status=Match.Status.FINISHED
    ).select_related("round")
    seats = _seats_by_match(pod.match_id for pod in pods)
    members = members_of(series)
    in_pods = _pod_seats(pods)
    return [
        results.Result(
            pod.match_id or 0,
            pod.round.number,
            tuple(
                _line(each, members[each.entrant_id], seats[pod.match_id or 0])
                for each in in_pods[pod.pk]
            ),
        )
        for pod in pods
    ]


def _line(seat: PodSeat, members: set[int], rows: Sequence[Seat]) -> results.Line:
    """A team is as good as the better place of those who stayed."""
    mine = [row for row in rows if row.user_id in members]
    stayed = [row for row in mine if row.forfeited_at is None and row.place is not None]
    return results.Line(
        entrant=seat.entrant_id,
        place=min((row.place or 0 for row in stayed), default=len(rows)),
        seat=min((row.index for row in mine), default=seat.index),
        counts=seat.came and bool(stayed),
    )


def _seats_by_match(match_ids: Iterable[int | None]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = {each: [] for each in match_ids if each is not None}
    for seat in Seat.objects.filter(match_id__in=list(found)).order_by("index"):
        found[seat.match_id].append(seat)
    return found


def members_of(series: Series) -> dict[int, set[int]]:
    """Under which names each entrant sat at the tables."""
    found: dict[int, set[int]] = {}
    rows = Member.objects.filter(series=series).values_list("entrant_id", "user_id", "was_id")
    for entrant, user, was in rows:
        found.setdefault(entrant, set()).update({user, was} - {None})
    return found


def _pod_seats(pods: Iterable[Pod]) -> dict[int, list[PodSeat]]:
    found: dict[int, list[PodSeat]] = {pod.pk: [] for pod in pods}
    for seat in PodSeat.objects.filter(pod__in=list(found)).order_by("index"):
        found[seat.pod_id].append(seat)
    return found


def byes_of(series: Series) -> list[results.Bye]:
    rows = Bye.objects.filter(round__series=series).order_by("round__number", "pk")
    return [
        results.Bye(entrant, number)
        for entrant, number in rows.values_list("entrant_id", "round__number")
    ]


def annulled_of(series: Series) -> list[results.Bye]:
    """Matches of rounds that count for nobody. Whoever came could do nothing about it and has the
    mean for it, unless they played that round anew or were removed."""
    if series.kind not in (Series.Kind.SWISS, Series.Kind.KNOCKOUT):
        return []
    played = PodSeat.objects.filter(pod__round=OuterRef("pod__round"), entrant=OuterRef("entrant"))
    rows = PodSeat.objects.filter(pod__round__series=series, pod__status=Pod.Status.VOID, came=True)
    rows = rows.exclude(entrant__status=Entrant.Status.REMOVED).exclude(
        Exists(played.exclude(pod__status=Pod.Status.VOID))
    )
    found = rows.order_by("pod__round__number", "pk").values_list("entrant", "pod__round__number")
    return [results.Bye(*each, annulled=True) for each in dict.fromkeys(found)]


def history_of(series: Series) -> History:
    """Who was called to a table with whom, whatever became of it; no-shows have met nobody."""
    pods: dict[int, list[int]] = {}
    rows = PodSeat.objects.filter(pod__round__series=series, came=True).order_by(
        "pod__round__number", "pod__number", "index"
    )
    for pod, entrant in rows.values_list("pod_id", "entrant_id"):
        pods.setdefault(pod, []).append(entrant)
    byes = [bye.entrant for bye in byes_of(series)]
    return History([tuple(pod) for pod in pods.values()], byes)


Numbers = dict[str, int | Decimal | None]
COPIED = ("place", "points", "opponents", "direct", "firsts", "wins", "played")


def copy_of(row: Row) -> Numbers:
    """The numbers as an entrant keeps them."""
    return {
        "place": row.place,
        "points": decimal(row.points),
        "opponents": decimal(row.opponents),
        "direct": row.direct,
        "firsts": row.firsts,
        "wins": row.wins,
        "played": sum(mark.match is not None for mark in row.marks),
    }


NOTHING: Numbers = {
    "place": None,
    **dict.fromkeys(("direct", "firsts", "wins", "played"), 0),
    **dict.fromkeys(("points", "opponents"), Decimal(0)),
}
"""The numbers of somebody who has no line."""


def decimal(value: Fraction) -> Decimal:
    return (Decimal(value.numerator) / Decimal(value.denominator)).quantize(Decimal("0.001"))


def differences(series: Series) -> list[str]:
    """Where the copy is not what the matches say; empty is as it should be."""
    rows = {row.entrant: copy_of(row) for row in standings_of(series)}
    return [
        f"{entrant}: {name} is {getattr(entrant, name)}, should be {value}"
        for entrant in Entrant.objects.filter(series=series)
        for name, value in rows.get(entrant.pk, NOTHING).items()
        if getattr(entrant, name) != value
    ]
