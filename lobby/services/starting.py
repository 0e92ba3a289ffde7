"""The start of a match at a table, its rematch, and what its end means there."""

import logging
from typing import Any

from django.db.models.functions import Now

from accounts.models import User
from accounts.sanctions.selectors import suspended
from games.engine import chance
from games.live import broadcast
from games.models import Match, Seat
from games.services.starting import Participant, start_match
from lobby import notices
from lobby.models import Table
from lobby.services.locking import update, vacate

log = logging.getLogger("courtyard.lobby")


def start_if_all_are_ready(table: Table, user: User) -> None:
    """Deals when every chair is taken and ready. Chairs move up by one from match to match.

    Called with the table and everybody who sits there locked, so that starts are made one after
    another for each person and nobody is dealt into two matches at once.

    The others hear of it wherever they are; `user`, who did the last that was missing, sees it.
    """
    chairs = list(table.chairs.select_related("user").order_by("index"))
    if len(chairs) < table.seats or not all(chair.ready for chair in chairs):
        return
    people = [chair.user_id for chair in chairs if not chair.level]
    if table.live and _unready_the_busy(table, people):
        return
    if table.rated and _unready_the_suspended(table, people):
        return
    players = table.player_chairs
    turn = table.round_no % players
    table.match_id = start_match(
        table.game,
        table.choices,
        [
            Participant(c.user, c.level, c.nonce, c.name)
            for c in chairs[turn:players] + chairs[:turn] + chairs[players:]
        ],
        venue=table.venue,
        seed=bytes(table.seed),
        rated=table.rated,
        public=table.public,
        leaver=table.leaver,
    )
    update(
        table,
        status=Table.Status.PLAYING,
        match_id=table.match_id,
        round_no=table.round_no + 1,
        **new_seal(),
    )
    table.chairs.filter(level="").update(ready=False, nonce="")
    waiting = list(table.awaited.values_list("user_id", flat=True))
    table.awaited.all().delete()
    notices.match_starts(table, [who for who in {*people, *waiting} if who != user.pk])
    log.info("table %s: match %d starts", table.code, table.match_id)


def _unready_the_busy(table: Table, people: list[int]) -> bool:
    """Who meanwhile plays at another table is not ready here."""
    busy = Seat.objects.filter(
        user__in=people,
        match__status=Match.Status.RUNNING,
        match__live=True,
        forfeited_at__isnull=True,
    ).values_list("user_id", flat=True)
    return bool(table.chairs.filter(user__in=list(busy)).update(ready=False, nonce=""))


def _unready_the_suspended(table: Table, people: list[int]) -> bool:
    """Who was kept from rated tables after saying that they are ready is not ready any more."""
    kept = suspended(people)
    return bool(kept) and bool(table.chairs.filter(user__in=kept).update(ready=False, nonce=""))


def new_seal() -> dict[str, Any]:
    """The secret seed of the next match, and the seal that is shown for it."""
    seed = chance.new_seed()
    return {"seed": seed, "commitment": chance.commitment(seed)}


def match_over(match_id: int) -> None:
    """The match at a table ended. Those who gave it up have left those who stayed; where nobody
    stayed, nobody was left, and everybody may go on."""
    rows = Table.objects.select_for_update(of=("self",), no_key=True)
    table = rows.filter(match_id=match_id, status=Table.Status.PLAYING).first()
    if table is None:
        return
    update(table, status=Table.Status.OPEN, waiting_since=Now())
    gave_up = Seat.objects.filter(match_id=match_id, forfeited_at__isnull=False)
    gone = list(table.chairs.filter(user__in=gave_up.values("user")))
    stayed = table.chairs.filter(level="").exclude(pk__in=[chair.pk for chair in gone]).exists()
    notices.match_over(table)
    vacate(table, gone if stayed else [])
    # What the watchers said is for everybody now.
    broadcast.venue_changed(table.venue, "chat")
