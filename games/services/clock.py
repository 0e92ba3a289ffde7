"""The turn clock and what else falls due: time-outs, bots' moves, credit for our outages."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q

from games.engine import chance
from games.engine.play import bot_move
from games.live import broadcast
from games.models import Event, Match, Outage
from games.models import Seat as SeatRow
from games.services.bots import eager_bots, thought_about
from games.services.ledger import PATIENCE, Running
from games.services.transition import advance, lock, note, store
from games.signals import clocks_credited

log = logging.getLogger("courtyard.match")

LAG = 1.0
"""Seconds after the deadline in which a move still counts: it was sent before the bell."""

LONGEST_TURN = 50
"""Moves played for one bell in one transaction; the next sweep plays the rest."""


def expire_timer(match_id: int) -> bool:
    """Plays the time-out if the deadline really has passed. Safe to call at any time."""
    with transaction.atomic():
        run = lock(match_id)
        if run.status != Match.Status.RUNNING or not missed(run):
            return False
        expire(run)
        store(run)
    return True


def missed(run: Running) -> bool:
    """Where nobody may act, nobody can be late: then the clock needs no patience."""
    lag = LAG * settings.TURN_SECONDS_SCALE if run.acting else 0
    return (
        run.status == Match.Status.RUNNING
        and run.on_time
        and run.deadline is not None
        and run.deadline + timedelta(seconds=lag) <= run.now
    )


def expire(run: Running) -> None:
    """Plays for the clock until another one runs: a turn of many moves has one bell."""
    timer = run.rules.timer(run.state)
    assert timer is not None, "a running match has a clock"
    if timer.seat >= 0:
        SeatRow.objects.filter(match_id=run.id, index=timer.seat).update(
            timed_out=F("timed_out") + 1
        )
        run.impatient = _impatient(run.id)
    for _ in range(LONGEST_TURN):
        advance(run, timer.seat, timer.move, Event.By.CLOCK)
        timer = run.rules.timer(run.state)
        if timer is None or not missed(run):
            return


def _impatient(match_id: int) -> tuple[int, ...]:
    seats = SeatRow.objects.filter(match_id=match_id)
    often = Q(timed_out__gte=PATIENCE) | Q(absent_since__isnull=False, timed_out__gte=1)
    return tuple(seats.filter(often).values_list("index", flat=True))


def give_full_time(match_id: int, user_id: int | None) -> None:
    """Somebody is back: a short clock that runs for their seat becomes a whole one."""
    with transaction.atomic():
        run = lock(match_id, user_id)
        timer = run.rules.timer(run.state) if run.status == Match.Status.RUNNING else None
        if timer is None or run.seat is None or timer.seat != run.seat:
            return
        seconds = timer.seconds * settings.TURN_SECONDS_SCALE
        if run.clock_seconds < seconds:
            Match.objects.filter(pk=match_id).update(
                deadline=run.now + timedelta(seconds=seconds), clock_seconds=seconds
            )


def play_bots(match_id: int) -> bool:
    """Plays for one seat of the server's that may act now. Safe to call at any time."""
    with transaction.atomic():
        run = lock(match_id)
        if run.status != Match.Status.RUNNING or run.bot_at is None or run.bot_at > run.now:
            return False
        seat = next((seat for _, seat in eager_bots(run)), None)
        if seat is None:
            return False
        whim = chance.chance_for(chance.match_key(run.key, ["bot"]), run.seq + 1)
        view, move = bot_move(run.rules, run.state, seat, run.bots[str(seat)], whim)
        thought = thought_about(run, seat, view, move)
        if thought is not None:
            note(run, thought)
        advance(run, seat, move, Event.By.BOT)
        store(run)
    return True


def credit_outage(part: str, since: datetime, until: datetime) -> None:
    """Gives every running clock and absence back the time in which we were not there."""
    gap = (until - since).total_seconds() + settings.OUTAGE_ALLOWANCE
    if gap <= settings.OUTAGE_ALLOWANCE:
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_match SET deadline = deadline + %s * interval '1 second'"
            " WHERE status = 'running' AND deadline IS NOT NULL RETURNING id, venue",
            [gap],
        )
        moved = cursor.fetchall()
        cursor.execute(
            "UPDATE games_seat SET absent_since = absent_since + %s * interval '1 second'"
            " WHERE absent_since IS NOT NULL AND forfeited_at IS NULL",
            [gap],
        )
        clocks_credited.send(Match, seconds=gap)
        Outage.objects.create(part=part, began=since, ended=until, credited=gap, matches=len(moved))
        for match_id, venue in moved:
            broadcast.match_changed(match_id, venue)
    log.warning("%s was silent for %.1f s; %d clocks moved", part, gap, len(moved))
