"""Selectors of open tables: those the lobby lists, and those where somebody could sit or waits."""

from collections.abc import Iterable
from typing import Any

from django.db.models import (
    CharField,
    Count,
    Exists,
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
    """Where this person could play now: public, live, a free chair, and somebody really there.

    Not where they have just played: who gets up from a table wants other company.
    """
    somebody = Chair.objects.filter(table=OuterRef("pk"), level="").filter(
        Q(joined_at__gt=seconds_ago(ARRIVING)) | Exists(_lease_of_chair())
    )
    rows = (
        _with_people()
        .filter(LIVE, Exists(somebody), status=Table.Status.OPEN, public=True, game=game)
        .filter(taken__lt=F("seats"), min_karma__lte=karma.value_of(user.pk))
        .exclude(Exists(Chair.objects.filter(table=OuterRef("pk"), user=user)))
        .exclude(Exists(Seat.objects.filter(match=OuterRef("match"), user=user)))
    )
    if rated is not None:
        rows = rows.filter(rated=rated)
    return rows.annotate(free=F("seats") - F("taken")).order_by("free", "-taken", "created_at")[:8]


def _lease_of_chair() -> QuerySet[Lease]:
    venue = Concat(Value("table."), Cast(OuterRef("table_id"), CharField()))
    return Lease.objects.filter(venue=venue, user=OuterRef("user_id"), expires_at__gt=Now())


def waiting_table_of(user: User, game: str) -> Table | None:
    """The public live table of this game where this person already waits."""
    return (
        Table.objects.filter(LIVE, status=Table.Status.OPEN, public=True, game=game)
        .filter(chairs__user=user)
        .order_by("-touched_at")
        .first()
    )


def practice_table_of(user: User, game: str, level: str) -> Table | None:
    """One's own private table of this game with only bots of this level."""
    others = Chair.objects.filter(table=OuterRef("pk")).exclude(user=user)
    return (
        Table.objects.annotate(bots=Count("chairs", filter=Q(chairs__level=level)))
        .filter(status=Table.Status.OPEN, public=False, rated=False, game=game, owner=user)
        .filter(bots=F("seats") - 1, leaver=Match.Leaver.WAIT)
        .exclude(Exists(others.exclude(level=level)))
        .order_by("-touched_at")
        .first()
    )


def rated_chair_of(user: User, besides: int | None = None) -> Table | None:
    """The rated live table where this person waits."""
    rows = Table.objects.filter(LIVE, status=Table.Status.OPEN, rated=True, chairs__user=user)
    return (rows if besides is None else rows.exclude(pk=besides)).first()
