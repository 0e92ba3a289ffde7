"""Selectors of open tables: those the lobby lists, and those where somebody could sit or waits."""

from collections.abc import Iterable
from typing import Any

from django.db.models import (
    BooleanField,
    CharField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Cast, Concat, Now, NullIf

from accounts.karma import selectors as karma
from accounts.models import User
from games.engine.options import LIVE_BELOW
from games.models import Lease, Match, Seat
from lobby.models import Chair, Table
from lobby.selectors import seconds_ago

ARRIVING = 15
"""Seconds in which somebody who has just sat down is on the way to the table's page."""

LIVE = Q(options__turnSeconds__lt=LIVE_BELOW)

OPEN_OR_PLAYING = (Table.Status.OPEN, Table.Status.PLAYING)
"""In the order in which they are listed, which is that of the letters."""


def listed(game: str = "") -> QuerySet[Table]:
    """The public tables with somebody at them: those with a free chair first, the fullest first."""
    people = Chair.objects.filter(table=OuterRef("pk"), level="")
    rows = Table.objects.filter(Exists(people), public=True, status__in=OPEN_OR_PLAYING)
    if game:
        rows = rows.filter(game=game)
    chairs = Prefetch("chairs", Chair.objects.select_related("user").order_by("index"))
    free = F("seats") - Count("chairs")
    return (
        rows.defer("seed")
        .prefetch_related(chairs)
        .annotate(free_first=NullIf(free, 0))
        .order_by("status", F("free_first").asc(nulls_last=True), "-touched_at", "-pk")
    )


def _with_people() -> QuerySet[Any]:
    return Table.objects.annotate(
        taken=Count("chairs"), people=Count("chairs", filter=Q(chairs__level=""))
    )


def fitting_tables(user: User, game: str, rated: bool | None = None) -> Iterable[Table]:
    """Where this person plays within moments: public, live, somebody really there, and either the
    last chair beside people who are ready, or a countdown.

    Not where they have just played: who gets up from a table wants other company.
    """
    sitting = Chair.objects.filter(table=OuterRef("pk"), level="")
    coming = Q(joined_at__gt=seconds_ago(ARRIVING))
    somebody = sitting.filter(coming | Exists(_lease_of_chair()))
    undecided = sitting.filter(ready=False).exclude(coming)
    soon = Q(bots_at__isnull=False) | Q(taken=F("seats") - 1) & ~Exists(undecided)
    rows = (
        _with_people()
        .filter(LIVE, Exists(somebody), status=Table.Status.OPEN, public=True, game=game)
        .filter(soon, taken__lt=F("seats"), min_karma__lte=karma.value_of(user.pk))
        .filter(reserved_for="")
        .exclude(Exists(Chair.objects.filter(table=OuterRef("pk"), user=user)))
        .exclude(Exists(Seat.objects.filter(match=OuterRef("match"), user=user)))
    )
    if rated is not None:
        rows = rows.filter(rated=rated)
    if user.is_guest:
        rows = rows.filter(allows_guests=True, min_karma=0)
    return rows.annotate(free=F("seats") - F("taken")).order_by("free", "-taken", "created_at")[:8]


def _lease_of_chair() -> QuerySet[Lease]:
    """Of who sits there; whoever is ready may look at another page meanwhile."""
    venue = Concat(Value("table."), Cast(OuterRef("table_id"), CharField()))
    here = Q(venue=venue) | Q(ExpressionWrapper(OuterRef("ready"), BooleanField()))
    return Lease.objects.filter(here, user=OuterRef("user_id"), expires_at__gt=Now())


def waiting_table_of(user: User, game: str) -> Table | None:
    """The public live table of this game where this person already waits."""
    return (
        Table.objects.filter(LIVE, status=Table.Status.OPEN, public=True, game=game)
        .filter(chairs__user=user)
        .order_by("-touched_at")
        .first()
    )


def practice_table_of(
    user: User, game: str, level: str, options: dict[str, Any] | None, seats: int | None
) -> Table | None:
    """One's own private table of this game with only bots of this level, on these terms; one where
    the match is being played comes first. Without terms any of them will do."""
    others = Chair.objects.filter(table=OuterRef("pk")).exclude(user=user)
    rows = Table.objects.annotate(bots=Count("chairs", filter=Q(chairs__level=level)))
    if options is not None:
        rows = rows.filter(options=options)
    if seats is not None:
        rows = rows.filter(seats=seats)
    return (
        rows.filter(status__in=OPEN_OR_PLAYING, public=False, rated=False, game=game, owner=user)
        .filter(bots=F("seats") - 1, leaver=Match.Leaver.WAIT)
        .exclude(Exists(others.exclude(level=level)))
        .order_by("-status", "-touched_at")
        .first()
    )


def rated_chair_of(user: User, besides: int | None = None) -> Table | None:
    """The rated live table where this person waits."""
    rows = Table.objects.filter(LIVE, status=Table.Status.OPEN, rated=True, chairs__user=user)
    return (rows if besides is None else rows.exclude(pk=besides)).first()
