"""Selectors of series: by code, the calendar, who is in one, where they play next, and cups."""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import (
    BooleanField,
    Count,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Now

from accounts.models import User
from lobby.finding.codes import normalize
from lobby.models import Table
from series.models import Entrant, Member, Pod, PodSeat, Round, Series

PAST_DAYS = 30
SHOWN = 60
CUPS = 3
"""The first so many places are remembered on a profile."""


def by_code(code: str) -> Series | None:
    return Series.objects.select_related("host").filter(code=normalize(code)).first()


def is_night(series: str) -> bool:
    """Whether this is the code of a party night, where a name alone is enough."""
    found = by_code(series)
    return found is not None and found.is_night


def counted(rows: QuerySet[Series]) -> QuerySet[Series]:
    """With the number of those who take part."""
    here = Q(entrants__status__in=Entrant.TAKING_PART)
    return rows.select_related("host").annotate(people=Count("entrants", filter=here))


def coming(game: str = "") -> QuerySet[Series]:
    """What anybody may join or watch: running first, then as the calendar has it. Whoever plans
    many fills a page with them, not the calendar."""
    rows = Series.objects.filter(public=True, status__in=("running", "paused", "planned"))
    planned = ExpressionWrapper(Q(status="planned"), output_field=BooleanField())
    return counted(_of_game(rows, game)).order_by(planned, "starts_at", "pk")


def past(game: str = "") -> list[Series]:
    since = Now() - timedelta(days=PAST_DAYS)
    rows = Series.objects.filter(public=True, status="over", ended_at__gt=since)
    first = Member.objects.filter(series=OuterRef("pk"), entrant__place=1)
    first = first.filter(Exists(_played(OuterRef("entrant")))).order_by("pk")
    winner = Subquery(first.values("user__username")[:1])
    found = counted(_of_game(rows, game)).annotate(winner=winner)
    return list(found.order_by("-ended_at")[:SHOWN])


def of_person(user: User) -> list[Series]:
    """Those that somebody takes part in or made, and which are not over."""
    mine = Q(members__user=user, entrants__members__user=user) | Q(host=user)
    rows = Series.objects.filter(mine, status__in=("planned", "running", "paused")).distinct()
    return list(counted(Series.objects.filter(pk__in=rows)).order_by("starts_at"))


def _of_game(rows: QuerySet[Series], game: str) -> QuerySet[Series]:
    return rows.filter(programme__contains=[{"game": game}]) if game else rows


def entrant_of(series: Series, user: User | None) -> Entrant | None:
    if user is None:
        return None
    return Entrant.objects.filter(series=series, members__user=user).first()


def table_of(series: Series, user: User | None) -> Table | None:
    """The table to which somebody is called, or where they play."""
    if user is None:
        return None
    seat = _called(user).filter(pod__round__series=series).first()
    return seat.pod.table if seat else None


def next_tables(user: User) -> list[tuple[Series, Table]]:
    """Every table to which somebody is called now."""
    rows = _called(user).select_related("pod__table", "pod__round__series").order_by("pk")
    return [(seat.pod.round.series, seat.pod.table) for seat in rows]


def _called(user: User) -> QuerySet[PodSeat]:
    """A table that has closed calls nobody, also before the sweep has read its result; nor is
    somebody called for whom a bot plays, or who has gone, unless they play there."""
    gone = Q(pod__status="called", entrant__status__in=("out", "removed"))
    seats = PodSeat.objects.filter(open=True, came=True, entrant__members__user=user).exclude(gone)
    return seats.exclude(pod__table__status=Table.Status.CLOSED).select_related("pod__table")


def shares_match(match_id: int, user: User) -> bool:
    """Whether a match is one of a series that somebody is in: they could watch it, too."""
    mine = Member.objects.filter(user=user, entrant__status__in=("in", "away"))
    return mine.filter(series__rounds_made__pods__match=match_id).exists()


def held_ms(table: Table) -> int | None:
    """How much longer the chairs of a called pod are held; in a pause that clock stands."""
    left = ExpressionWrapper(F("held_until") - Now(), output_field=DurationField())
    rows = Pod.objects.filter(table=table, status="called", round__series__status="running")
    found = rows.annotate(left=left).values_list("left", flat=True).first()
    return None if found is None else max(0, int(found.total_seconds() * 1000))


def entrants_to_call(series: Series) -> list[int]:
    """Who is in, and allowed to act; in the order in which they joined."""
    rows = Member.objects.filter(series=series)
    shut_out = rows.filter(Q(user__is_active=False) | Q(user__banned_until__gt=Now()))
    here = series.entrants.filter(status=Entrant.Status.IN).order_by("joined_at", "pk")
    gone = set(shut_out.values_list("entrant_id", flat=True))
    return [pk for pk in here.values_list("pk", flat=True) if pk not in gone]


def entrants_of(series: Series, *, removed: bool = False) -> list[Entrant]:
    """Everybody, with their people, as they stand; on request those who were removed as well."""
    rows = series.entrants.all() if removed else series.entrants.exclude(status="removed")
    return list(rows.prefetch_related(MEMBERS).order_by("place", "joined_at", "pk"))


MEMBERS = Prefetch("members", Member.objects.select_related("user").order_by("pk"))


def rounds_of(series: Series, only_open: bool = False) -> list[Round]:
    """The rounds with their pods and who sits there, oldest first; a few statements for all. Of an
    arena, which may have hundreds, a page shows only those that are open."""
    seats = PodSeat.objects.select_related("entrant").prefetch_related(
        Prefetch("entrant__members", Member.objects.select_related("user").order_by("pk"))
    )
    pods = Pod.objects.select_related("table", "match").prefetch_related(
        Prefetch("seats", seats.order_by("index"))
    )
    if only_open:
        pods = pods.filter(status__in=["called", "playing"])
    return list(
        series.rounds_made.prefetch_related(
            Prefetch("pods", pods.order_by("number")), "byes__entrant__members__user"
        ).order_by("number")
    )


def cups_of(user: User) -> list[Entrant]:
    """The podiums of somebody, in tournaments that are over and that others could join."""
    rows = Entrant.objects.filter(members__user=user, place__lte=CUPS, status__in=("in", "away"))
    rows = rows.filter(Exists(_played(OuterRef("pk"))))
    return list(_finished(rows).exclude(series__kind=Series.Kind.NIGHT)[:SHOWN])


def _played(entrant: OuterRef) -> QuerySet[PodSeat]:
    """What was played to its end. Who did not come has a place, but has won nothing."""
    return PodSeat.objects.filter(entrant=entrant, came=True, pod__status=Pod.Status.OVER)


def results_of(user: User) -> list[Entrant]:
    """How somebody ended in every public series."""
    return list(_finished(Entrant.objects.filter(members__user=user, place__isnull=False))[:SHOWN])


def _finished(rows: QuerySet[Entrant]) -> QuerySet[Entrant]:
    over = rows.filter(series__status=Series.Status.OVER, series__public=True)
    return over.select_related("series").order_by("-series__ended_at")


def names_of(entrants: Iterable[Entrant]) -> dict[int, list[User]]:
    """The people of each entrant."""
    return {entrant.pk: [member.user for member in entrant.members.all()] for entrant in entrants}
