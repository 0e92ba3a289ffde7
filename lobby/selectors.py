"""Selectors: a table by its code or venue, who sits there, who looks on."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import DurationField, Exists, ExpressionWrapper, F, OuterRef
from django.db.models.functions import Now

from accounts.models import User
from accounts.people.bots import dressed
from games.models import Match, Outage, Seat
from games.presence import leases, outages
from lobby.models import Chair, Table


def seconds_ago(seconds: float) -> Any:
    """A moment by the database's clock."""
    return Now() - timedelta(seconds=seconds)


def by_code(code: str) -> Table | None:
    return Table.objects.select_related("owner", "match").filter(code=code).first()


def table_id_of(venue: str) -> int:
    """The id of the table that is this venue; 0 if it is no table."""
    kind, _dot, number = venue.partition(".")
    return int(number) if kind == "table" and number.isdecimal() else 0


def code_of(venue: str) -> str:
    """The code of the table that is this venue; empty if it is no table."""
    rows = Table.objects.filter(pk=table_id_of(venue))
    return rows.values_list("code", flat=True).first() or ""


def playing_table_of(user: User) -> Table | None:
    """The table with the live match that this person sits in and has not given up."""
    mine = Seat.objects.filter(
        match=OuterRef("match"),
        user=user,
        match__status=Match.Status.RUNNING,
        match__live=True,
        forfeited_at__isnull=True,
    )
    rows = Table.objects.filter(Exists(mine), status=Table.Status.PLAYING)
    return rows.order_by("-match").first()


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


def watchers(table: Table, chairs: Iterable[Chair], present: Iterable[int | None]) -> int:
    """People and visitors who look on without a chair. Nobody does at a private table."""
    if not table.public:
        return 0
    seated = {chair.user_id for chair in chairs}
    return sum(who is None or who not in seated for who in present)


def here(table: Table) -> set[int]:
    """Who has the table's page open right now."""
    return {who for who in leases.present(table.venue) if who is not None}


def no_recent_outage(seconds: float) -> bool:
    """No outage of ours, now or so many seconds ago: people could have been here all the time."""
    age = outages.age(outages.WEB)
    if age is not None and age > settings.OUTAGE_SECONDS:
        return False
    return not Outage.objects.filter(ended__gt=seconds_ago(seconds)).exists()
