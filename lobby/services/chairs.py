"""Chairs: sit down, get up, send away, say ready; bots take chairs too."""

import re
import secrets
from contextlib import suppress

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.people.bots import bots_at
from accounts.people.locking import lock_people
from games.models import Seat
from games.services.starting import supplied
from lobby import refusals
from lobby.models import Chair, Table
from lobby.services.checks import (
    admit,
    check_free,
    check_guest,
    check_karma,
    check_owner,
    check_unreserved,
    check_waiting,
)
from lobby.services.locking import (
    lock_everybody_and_table,
    lock_person_and_table,
    lock_table,
    tell_change,
    update,
    vacate,
)
from lobby.services.starting import make_friendly, start_if_all_are_ready

NONCE = re.compile(r"[0-9a-f]{16,64}")


def sit(table_id: int, user: User, index: int | None = None) -> None:
    """Takes a chair, or the first free one. Knowing the table's link is enough."""
    admit(user)
    get_up_from_finished(user, besides=table_id)
    with transaction.atomic():
        table = lock_person_and_table(user, table_id)
        taken = {chair.index: chair for chair in table.chairs.all()}
        if any(chair.user_id == user.pk for chair in taken.values()):
            return
        check_waiting(table)
        check_unreserved(table)
        check_guest(user, table)
        check_karma(user, table)
        check_free(user, table)
        free = [index for index in range(table.seats) if index not in taken]
        if not free:
            raise refusals.TableFull
        if index is not None and index not in free:
            raise refusals.ChairTaken
        Chair.objects.create(table=table, index=free[0] if index is None else index, user=user)
        update(table, owner=table.owner or user)
        tell_change(table)


def leave(table_id: int, user: User) -> None:
    """Gets up. In a running match only who has given it up may."""
    with transaction.atomic():
        table = lock_person_and_table(user, table_id)
        chair = table.chairs.filter(user=user).first()
        if chair is None:
            return
        if table.status == Table.Status.PLAYING and _still_plays(table, user):
            raise refusals.StillPlaying
        vacate(table, [chair])


def _still_plays(table: Table, user: User) -> bool:
    return Seat.objects.filter(match=table.match, user=user, forfeited_at__isnull=True).exists()


def remove(table_id: int, user: User, index: int) -> None:
    """The owner sends a person or a bot away from the table."""
    admit(user)
    with transaction.atomic():
        table = lock_table(table_id)
        check_owner(table, user)
        check_waiting(table)
        chair = table.chairs.filter(index=index).first()
        if chair is None:
            raise refusals.EmptyChair
        if chair.user_id == user.pk:
            raise refusals.NotYourself
        vacate(table, [chair])


def add_bot(table_id: int, user: User, level: str) -> None:
    """The owner asks a bot to sit down. At a rated table that makes it friendly, and all are asked
    again. Bots for all free chairs come by a countdown (`countdown`), which anybody may begin.
    """
    admit(user)
    with transaction.atomic():
        table = lock_everybody_and_table(user, table_id)
        if not table.chairs.filter(user=user).exists():
            raise refusals.NotAtThisTable
        check_unreserved(table)
        check_owner(table, user)
        check_waiting(table)
        if level not in table.rules.INFO.levels:
            raise refusals.NoSuchLevel
        if table.has_host:
            raise refusals.NoBotsHere
        if not seat_bot(table, level):
            raise refusals.TableFull
        if table.rated:
            make_friendly(table, "friendly")
        start_if_all_are_ready(table, user)
        tell_change(table)


def seat_bot(table: Table, level: str) -> bool:
    """A bot takes the first free chair of a player, if there is one. The table is locked."""
    taken = {chair.index: chair for chair in table.chairs.all()}
    free = [index for index in range(table.player_chairs) if index not in taken]
    if not free:
        return False
    bots = bots_at(level, {chair.user_id for chair in taken.values()})
    Chair.objects.create(
        table=table, index=free[0], user=secrets.choice(bots[:6]), level=level, ready=True
    )
    return True


def set_ready(table_id: int, user: User, ready: bool = True, nonce: str = "") -> None:
    """Says that one is ready, with the browser's part of the chance. All ready: the match starts.

    After a match this is the wish for another.
    """
    admit(user)
    with transaction.atomic():
        table = lock_everybody_and_table(user, table_id)
        chair = table.chairs.filter(user=user).first()
        if chair is None:
            raise refusals.NotAtThisTable
        if table.status == Table.Status.PLAYING and ready:
            return  # it has started already: the second tap of an eager finger
        check_waiting(table)
        if ready:
            check_free(user, table)
            if table.has_host and chair.index == table.player_chairs:
                # A host who has nothing to ask hears it now, and not whoever is ready last.
                supplied(table.game, table.choices, user)
        if chair.ready != ready:
            chair.ready = ready
            chair.nonce = good_nonce(nonce) if ready else ""
            chair.save(update_fields=["ready", "nonce"])
        if not ready and table.bots_at is not None:
            update(table, bots_at=None)
        start_if_all_are_ready(table, user)
        tell_change(table)


def good_nonce(nonce: str) -> str:
    """A browser without script gives none; then the server's own dice stand in."""
    return nonce if NONCE.fullmatch(nonce) else secrets.token_hex(16)


def get_up_from_finished(user: User, besides: int | None = None) -> None:
    """Whoever goes on to another table gives up the chair at one where the match is over."""
    rows = Chair.objects.filter(
        user=user, ready=False, table__status=Table.Status.OPEN, table__match__isnull=False
    )
    for table_id in _ids(rows.exclude(table=besides)):
        leave(table_id, user)


def get_up_everywhere(user: User) -> None:
    """Somebody was banned or leaves for good: no table waits for them. Who plays sits on."""
    for table_id in _ids(Chair.objects.filter(user=user)):
        get_up(table_id, user)


def get_up_from_rated(user: User) -> None:
    """Somebody may not play rated matches any more: no rated table waits for them."""
    rows = Chair.objects.filter(user=user, table__rated=True, table__status=Table.Status.OPEN)
    for table_id in _ids(rows):
        get_up(table_id, user)


def hand_over(guest: User, user: User) -> None:
    """The guest has signed in as this person, who waits on in the same chairs: wherever they could
    sit down themselves. What runs is not handed over, for a result is not another's."""
    for table_id in _ids(Chair.objects.filter(user=guest, table__status=Table.Status.OPEN)):
        with suppress(refusals.Refusal), transaction.atomic():
            lock_people([guest.pk, user.pk])
            table = lock_table(table_id)
            if table.chairs.filter(user=user).exists():
                continue
            check_waiting(table)
            check_unreserved(table)
            check_karma(user, table)
            check_free(user, table)
            # As if they had just come: their page is loading.
            table.chairs.filter(user=guest).update(user=user, joined_at=Now())
            if table.owner_id == guest.pk:
                update(table, owner=user)
            tell_change(table)


def _ids(rows: QuerySet[Chair]) -> list[int]:
    return list(rows.order_by("table_id").values_list("table_id", flat=True))


def get_up(table_id: int, user: User) -> None:
    """Leaves on somebody's behalf; if the match has started meanwhile, they stay."""
    with suppress(refusals.StillPlaying):
        leave(table_id, user)
