"""Selectors: a table by its code or venue, who sits there, who looks on."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import DurationField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.people.bots import dressed
from games.models import Lease, Match, Outage, Seat
from games.presence import leases, outages
from lobby.finding import codes
from lobby.models import Chair, ChatLine, Table

WATCHERS = """
SELECT t.id, count(DISTINCT COALESCE(l.user_id::text, l.connection::text))
  FROM lobby_table t JOIN games_lease l ON l.venue = 'table.' || t.id
 WHERE t.id = ANY(%s) AND t.public AND l.expires_at > clock_timestamp()
   AND NOT EXISTS (SELECT 1 FROM lobby_chair c
                    WHERE c.table_id = t.id AND c.user_id = l.user_id)
 GROUP BY t.id
"""


def seconds_ago(seconds: float) -> Any:
    """A moment by the database's clock."""
    return Now() - timedelta(seconds=seconds)


def by_code(code: str, related: Sequence[str]) -> Table | None:
    """The table, with those rows beside it."""
    rows = Table.objects.filter(code=code)
    return (rows.select_related(*related) if related else rows).first()


def table_id_of(venue: str) -> int:
    """The id of the table that is this venue; 0 if it is no table."""
    kind, _dot, number = venue.partition(".")
    return int(number) if kind == "table" and number.isdecimal() else 0


def code_of(venue: str) -> str:
    """The code of the table that is this venue; empty if it is no table."""
    rows = Table.objects.filter(pk=table_id_of(venue))
    return rows.values_list("code", flat=True).first() or ""


def playing_table_of(user: User, besides: str = "") -> Table | None:
    """The table with the live match that this person sits in and has not given up; not the one at
    the address `besides`."""
    mine = Seat.objects.filter(
        match=OuterRef("match"),
        user=user,
        match__status=Match.Status.RUNNING,
        match__live=True,
        forfeited_at__isnull=True,
    )
    rows = Table.objects.filter(Exists(mine), status=Table.Status.PLAYING).order_by("-match")
    return next((table for table in rows if not besides.startswith(table.get_absolute_url())), None)


def waiting_table_of(user: User, besides: str = "") -> Table | None:
    """The live table where this person is ready and a match is still to come, or to which somebody
    else has called them, unless they read this on the page of whoever called."""
    rows = Table.objects.filter(
        Q(chairs__ready=True) | ~Q(reserved_for=""), status=Table.Status.OPEN, chairs__user=user
    )
    rows = rows.order_by(F("bots_at").asc(nulls_last=True), "-touched_at")
    elsewhere = (
        table
        for table in rows
        if not besides.startswith(table.get_absolute_url())
        and not (table.reserved_for and besides.startswith(table.reserved_for))
    )
    return next((table for table in elsewhere if table.live), None)


def tables_that_name(user: User) -> QuerySet[Table]:
    """Open tables where this person sits, plays, played last or said something."""
    named = Q(Exists(Chair.objects.filter(table=OuterRef("pk"), user=user)))
    named |= Q(Exists(Seat.objects.filter(match=OuterRef("match"), user=user)))
    named |= Q(Exists(ChatLine.objects.filter(table=OuterRef("pk"), user=user)))
    return Table.objects.filter(named).exclude(status=Table.Status.CLOSED).order_by("pk")


def guests_may_sit(code: str) -> bool:
    """Whether a name alone is enough to sit down at the table with this code."""
    table = by_code(codes.normalize(code), ())
    return table is not None and table.takes_guests


def is_rated(code: str) -> bool:
    """Whether the table with this code is rated, and so asks for a confirmed address."""
    table = by_code(codes.normalize(code), ())
    return table is not None and table.rated


def chairs_of(table: Table) -> list[Chair]:
    chairs = list(table.chairs.select_related("user").order_by("index"))
    for chair in chairs:
        chair.user = dressed(chair.user, chair.name)
    return chairs


def tables_with_chairs(
    table_ids: Collection[int],
) -> tuple[dict[int, Table], dict[int, list[Chair]]]:
    """Many tables and who sits at them, in two statements."""
    tables = Table.objects.select_related("owner").in_bulk(table_ids)
    chairs: dict[int, list[Chair]] = {table_id: [] for table_id in table_ids}
    rows = Chair.objects.filter(table__in=table_ids).select_related("user")
    for chair in rows.order_by("table_id", "index"):
        chair.user = dressed(chair.user, chair.name)
        chairs[chair.table_id].append(chair)
    return tables, chairs


def free_chairs(table: Table) -> int:
    return table.seats - table.chairs.count()


def sits_at(table: Table, user: User) -> bool:
    """In a chair, or in the match that is being played."""
    if table.chairs.filter(user=user).exists():
        return True
    return (
        table.status == Table.Status.PLAYING
        and Seat.objects.filter(match=table.match, user=user).exists()
    )


def played_last(table: Table, user: User | None) -> bool:
    return (
        user is not None
        and table.match_id is not None
        and Seat.objects.filter(match_id=table.match_id, user=user).exists()
    )


def gave_up_last(table: Table, user: User | None) -> bool:
    """Whether this person left the last match here before it was over."""
    return (
        user is not None
        and table.match_id is not None
        and Seat.objects.filter(
            match_id=table.match_id, user=user, forfeited_at__isnull=False
        ).exists()
    )


def left_since(table: Table, chairs: list[Chair]) -> list[User]:
    """Who played the last match here and has got up."""
    if table.match_id is None or table.status != Table.Status.OPEN:
        return []
    here = [chair.user_id for chair in chairs]
    gone = User.objects.filter(seats__match_id=table.match_id, seats__name="", is_bot=False)
    return list(gone.exclude(pk__in=here).order_by("username"))


def played_at(table: Table, user: User | None) -> bool:
    """Whether this person sat in any match at this table."""
    if user is None:
        return False
    return Seat.objects.filter(match__venue=table.venue, user=user).exists()


def bots_in_ms(table: Table) -> int | None:
    """How long until bots take the free chairs; None where no countdown runs."""
    left = ExpressionWrapper(F("bots_at") - Now(), output_field=DurationField())
    row = Table.objects.filter(pk=table.pk).annotate(left=left).values_list("left", flat=True)
    found = row.first()
    return None if found is None else max(0, int(found.total_seconds() * 1000))


def online(user_ids: Collection[int]) -> set[int]:
    """Of these people, who has any page of ours open."""
    rows = Lease.objects.filter(user__in=user_ids, expires_at__gt=Now())
    return set(rows.values_list("user_id", flat=True))


def watchers(table_id: int) -> int:
    return watcher_counts([table_id])[table_id]


def watcher_counts(table_ids: list[int]) -> dict[int, int]:
    """By table: the people and visitors who look on without a chair, two tabs being one person.
    Nobody does at a private table."""
    with connection.cursor() as cursor:
        cursor.execute(WATCHERS, [table_ids])
        return defaultdict(int, cursor.fetchall())


def here(table: Table) -> set[int]:
    """Who has the table's page open right now."""
    return {who for who in leases.present(table.venue) if who is not None}


def web_is_alive() -> bool:
    age = outages.age(outages.WEB)
    return age is None or age <= settings.OUTAGE_SECONDS


def no_recent_outage(seconds: float) -> bool:
    """No outage of ours, now or so many seconds ago: people could have been here all the time."""
    return web_is_alive() and not Outage.objects.filter(ended__gt=seconds_ago(seconds)).exists()
