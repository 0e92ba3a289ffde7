"""Reads. Tables as the lobby lists them, and what one person may see of one."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import (
    CharField,
    Count,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Value,
)
from django.db.models.functions import Cast, Concat, Now

from accounts.karma import selectors as karma
from accounts.models import User
from accounts.people.bots import dressed
from games.engine.options import LIVE_BELOW
from games.models import Lease, Match, Outage
from games.models import Seat as MatchSeat
from games.presence import leases, outages
from lobby.models import Chair, ChatLine, Mute, Table

LISTED = 60
LINES = 40
"""Chat lines on a freshly opened page."""

ARRIVING = 15
"""Seconds in which somebody who has just sat down is on the way to the table's page."""

LIVE = Q(options__turnSeconds__lt=LIVE_BELOW)


def seconds_ago(seconds: float) -> Any:
    """A moment by the database's clock."""
    return Now() - timedelta(seconds=seconds)


def by_code(code: str) -> Table | None:
    return Table.objects.select_related("owner", "match").filter(code=code).first()


def number_of(venue: str) -> int:
    """The id of the table that is this venue; 0 if it is no table."""
    kind, _dot, number = venue.partition(".")
    return int(number) if kind == "table" and number.isdecimal() else 0


def code_of(venue: str) -> str:
    """The code of the table that is this venue; empty if it is no table."""
    rows = Table.objects.filter(pk=number_of(venue))
    return rows.values_list("code", flat=True).first() or ""


def playing_table_of(user: User) -> Table | None:
    """The table with the live match that this person sits in and has not given up."""
    mine = MatchSeat.objects.filter(
        match=OuterRef("match"),
        user=user,
        match__status=Match.Status.RUNNING,
        match__live=True,
        forfeited_at__isnull=True,
    )
    rows = Table.objects.filter(Exists(mine), status=Table.Status.PLAYING)
    return rows.order_by("-match").first()


# ---- The lobby ----------------------------------------------------------------------------------


def listed(game: str = "") -> list[Table]:
    """The public tables with somebody at them: those with a free chair first, the fullest first."""
    rows = _with_people().filter(public=True).exclude(status=Table.Status.CLOSED)
    if game:
        rows = rows.filter(game=game)
    rows = rows.filter(people__gt=0).annotate(free=F("seats") - F("taken"))
    chairs = Prefetch("chairs", Chair.objects.select_related("user").order_by("index"))
    tables = list(rows.prefetch_related(chairs).order_by("-touched_at")[:LISTED])
    return sorted(tables, key=_order)


def _order(table: Any) -> tuple[bool, bool, int]:
    return table.status == Table.Status.PLAYING, table.free == 0, table.free


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
        .exclude(Exists(MatchSeat.objects.filter(match=OuterRef("match"), user=user)))
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


# ---- One table ----------------------------------------------------------------------------------


def chairs_of(table: Table) -> list[Chair]:
    chairs = list(table.chairs.select_related("user").order_by("index"))
    for chair in chairs:
        chair.user = dressed(chair.user, chair.name)
    return chairs


def free_chairs(table: Table) -> int:
    return table.seats - table.chairs.count()


def sits_at(table: Table, user: User) -> bool:
    """In a chair, or in the match that is being played."""
    if table.chairs.filter(user=user).exists():
        return True
    return (
        table.status == Table.Status.PLAYING
        and MatchSeat.objects.filter(match=table.match, user=user).exists()
    )


def played_last(table: Table, user: User | None) -> bool:
    return (
        user is not None
        and table.match_id is not None
        and MatchSeat.objects.filter(match_id=table.match_id, user=user).exists()
    )


def bot_offer_ms(table: Table) -> int:
    """How long the room still waits for people before it offers a bot."""
    waited = (
        Table.objects.filter(pk=table.pk)
        .annotate(
            waited=ExpressionWrapper(Now() - F("waiting_since"), output_field=DurationField())
        )
        .values_list("waited", flat=True)
        .get()
    )
    return max(0, int((settings.BOT_OFFER_SECONDS - waited.total_seconds()) * 1000))


def bot_is_offered(table: Table) -> bool:
    return bot_offer_ms(table) == 0


def watchers(table: Table) -> int:
    """People and visitors who look on without a chair. Nobody does at a private table."""
    if not table.public:
        return 0
    seated = set(table.chairs.values_list("user_id", flat=True))
    return sum(who is None or who not in seated for who in leases.present(table.venue))


def here(table: Table) -> set[int]:
    """Who has the table's page open right now."""
    return {who for who in leases.present(table.venue) if who is not None}


def chat_lines(table: Table, reader: User | None, after: int = 0) -> list[ChatLine]:
    """The last lines, oldest first, without those whom the reader has muted."""
    rows = ChatLine.objects.filter(table=table, watched=None, pk__gt=after)
    return _last_lines(rows, reader)


def watchers_lines(table: Table, reader: User | None) -> list[ChatLine]:
    """What those say who watch the match, or watched the last one. Whoever plays it reads it when
    it is over: a hint to a player is worth nothing then."""
    if table.match_id is None or not table.public:
        return []
    playing = table.status == Table.Status.PLAYING
    if playing and reader is not None and sits_at(table, reader):
        return []
    return _last_lines(ChatLine.objects.filter(table=table, watched=table.match_id), reader)


def may_read(line: ChatLine, reader: User) -> bool:
    """Whether a line is one this person is shown. What watchers say of a running match is not for
    its players yet, whoever asks for it by number."""
    if line.watched_id is None:
        return True
    table = line.table
    playing = table.status == Table.Status.PLAYING and table.match_id == line.watched_id
    return not (playing and sits_at(table, reader))


def _last_lines(rows: QuerySet[ChatLine], reader: User | None) -> list[ChatLine]:
    if reader is not None:
        rows = rows.exclude(user__in=Mute.objects.filter(user=reader).values("muted"))
    return list(reversed(rows.select_related("user").order_by("-pk")[:LINES]))


def muted_by(reader: User | None) -> list[User]:
    if reader is None:
        return []
    return list(User.objects.filter(pk__in=Mute.objects.filter(user=reader).values("muted")))


def house_is_awake(seconds: float) -> bool:
    """People could have been here all this time: no silence of ours, now or a moment ago."""
    age = outages.age(outages.WEB)
    if age is not None and age > settings.OUTAGE_SECONDS:
        return False
    return not Outage.objects.filter(ended__gt=seconds_ago(seconds)).exists()
