"""Row locks, and the writes that several services make under them. Their order: see the package."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import User
from accounts.people.locking import lock_people, lock_person
from games.live import broadcast
from lobby import refusals
from lobby.models import Chair, Table


def lock_table(table_id: int) -> Table:
    table = (
        Table.objects.select_for_update(of=("self",), no_key=True)
        .select_related("owner")
        .filter(pk=table_id)
        .first()
    )
    if table is None:
        raise refusals.NoSuchTable
    return table


def lock_person_and_table(user: User, table_id: int) -> Table:
    lock_person(user.pk)
    return lock_table(table_id)


def lock_everybody_and_table(user: User | None, table_id: int) -> Table:
    """This person, if one asks, and all who sit at the table, then the table. Nobody can be locked
    after it, so if somebody sat down meanwhile, all is let go and taken anew."""
    while True:
        savepoint = transaction.savepoint()
        people = {*_sitting(table_id)} | ({user.pk} if user else set())
        lock_people(people)
        table = lock_table(table_id)
        if people.issuperset(_sitting(table_id)):
            return table
        transaction.savepoint_rollback(savepoint)


def _sitting(table_id: int) -> Iterable[int]:
    return Chair.objects.filter(table=table_id, level="").values_list("user_id", flat=True)


def update(table: Table, **fields: Any) -> None:
    """Changes the table. A countdown stands on every page of those who sit there."""
    Table.objects.filter(pk=table.pk).update(touched_at=Now(), **fields)
    if "bots_at" in fields:
        for user_id in _sitting(table.pk):
            broadcast.bell_changed(user_id)
    for name, value in fields.items():
        if not hasattr(value, "resolve_expression"):
            setattr(table, name, value)


def vacate(table: Table, chairs: list[Chair]) -> None:
    """Chairs become free. The longest sitter inherits the table; bots do not wait for nobody."""
    Chair.objects.filter(pk__in=[chair.pk for chair in chairs]).delete()
    people = list(table.chairs.filter(level="").order_by("joined_at", "pk"))
    if not table.reserved_for and table.owner_id not in {chair.user_id for chair in people}:
        update(table, owner=people[0].user if people else None)
    if not people and table.status == Table.Status.OPEN:
        table.chairs.all().delete()
        update(table, bots_at=None)
    update(table, waiting_since=Now())
    tell_change(table)


def tell_change(table: Table) -> None:
    broadcast.venue_changed(table.venue, "room")
    broadcast.lobby_changed()
