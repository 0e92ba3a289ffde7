"""The countdown of a table: at a deadline bots take the free chairs, and the match starts.

"Play now" begins it, and so may anybody who sits at a table. Whoever sits there has thereby said
yes; whoever does not want bots stops it, and the table waits for people. The deadline stands in the
database (`Table.bots_at`), compared with its clock alone; a sweep a second calls `seat_bots`, which
locks and looks again, so that it may be called at any time and by several at once.
"""

import logging
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now

from accounts.models import User
from lobby import refusals, selectors
from lobby.finding.open_tables import ARRIVING
from lobby.models import Chair, Table, TableDefaults
from lobby.services import table_defaults
from lobby.services.chairs import good_nonce, seat_bot
from lobby.services.checks import admit, check_unreserved, check_waiting
from lobby.services.locking import (
    lock_everybody_and_table,
    lock_table,
    tell_change,
    update,
    vacate,
)
from lobby.services.starting import kept_from_playing, start_if_all_are_ready
from lobby.services.talk import announce

log = logging.getLogger("courtyard.lobby")

BATCH = 200
"""Tables of one sweep, the longest due first; what is left is done by the next."""

DUE = """
SELECT id FROM lobby_table WHERE bots_at <= statement_timestamp()
 ORDER BY bots_at LIMIT %s FOR NO KEY UPDATE SKIP LOCKED
"""


def begin_countdown(table_id: int, user: User, level: str = "") -> None:
    """Somebody who sits there wants to play soon, and may say how strong the bots are to be. A
    countdown that runs goes on as it is."""
    admit(user)
    with transaction.atomic():
        table = _lock_where_one_sits(table_id, user)
        check_unreserved(table)
        if table.roles or not table.live:
            raise refusals.NoBotsByThemselves
        if level and level not in table.rules.INFO.levels:
            raise refusals.NoSuchLevel
        changes: dict[str, Any] = {"bots_level": level} if level else {}
        if table.bots_at is None:
            changes["bots_at"] = Now() + timedelta(seconds=settings.BOTS_JOIN_SECONDS)
        if changes:
            update(table, **changes)
            tell_change(table)


def stop_countdown(table_id: int, user: User) -> None:
    """Somebody who sits there rather waits for people."""
    admit(user)
    with transaction.atomic():
        table = _lock_where_one_sits(table_id, user)
        update(table, bots_at=None)
        tell_change(table)


def _lock_where_one_sits(table_id: int, user: User) -> Table:
    table = lock_table(table_id)
    if not table.chairs.filter(user=user).exists():
        raise refusals.NotAtThisTable
    check_waiting(table)
    return table


# ---- The deadline -------------------------------------------------------------------------------


def sweep() -> int:
    """All countdowns that are over; one transaction a table. Gives how many there were."""
    with connection.cursor() as cursor:
        cursor.execute(DUE, [BATCH])
        due = [row[0] for row in cursor.fetchall()]
    if due and not selectors.web_is_alive():
        return 0
    done = 0
    for table_id in due:
        try:
            done += seat_bots(table_id)
        except Exception:
            log.exception("the countdown of table %d failed", table_id)
    return done


def seat_bots(table_id: int) -> bool:
    """The countdown is over: bots take the chairs of nobody and of those who have gone, everybody
    else is in, and the match starts. With bots it is friendly."""
    with transaction.atomic():
        table = lock_everybody_and_table(None, table_id)
        if not Table.objects.filter(pk=table.pk, bots_at__lte=Now()).exists():
            return False
        update(table, bots_at=None)
        people = list(table.chairs.filter(level="").select_related("user"))
        ids = [chair.user_id for chair in people]
        stay = _present(people) - kept_from_playing(table, ids)
        gone = [chair for chair in people if chair.user_id not in stay]
        if gone:
            vacate(table, gone)
        if stay:
            _fill(table)
            _take_as_ready(table)
            start_if_all_are_ready(table, None)
        tell_change(table)
    return True


def _present(chairs: Collection[Chair]) -> set[int]:
    """Who has any page of ours open, or sat down a moment ago and is on the way. After a silence of
    ours the pages need a moment to come back, and nobody is sent away for it."""
    ids = [chair.user_id for chair in chairs]
    if not selectors.no_recent_outage(settings.LEASE_SECONDS):
        return set(ids)
    coming = Chair.objects.filter(
        pk__in=[chair.pk for chair in chairs], joined_at__gt=selectors.seconds_ago(ARRIVING)
    )
    return selectors.online(ids) | set(coming.values_list("user_id", flat=True))


def _fill(table: Table) -> None:
    level = level_wished(table)
    bots = 0
    while seat_bot(table, level):
        bots += 1
    if bots and table.rated:
        update(table, rated=False)
        announce(table, "bots-joined")


def level_wished(table: Table) -> str:
    """The level that was chosen here, or the one that the owner practises with, or the gentlest."""
    if table.bots_level:
        return table.bots_level
    levels = table.rules.INFO.levels
    last = table_defaults.chosen_last(table.owner, table.game, TableDefaults.Company.BOTS)
    level = last.get("level", "")
    return level if level in levels else levels[0]


def _take_as_ready(table: Table) -> None:
    """Sitting down here was saying yes; who gave no part of the chance has the house's dice."""
    for chair in table.chairs.filter(level="", ready=False):
        chair.ready, chair.nonce = True, good_nonce("")
        chair.save(update_fields=["ready", "nonce"])
