"""Leaving and coming back: resignation, absence, forfeit, and a seat reclaimed from a bot."""

from datetime import timedelta

from django.db import transaction

from accounts.access.permissions import check_may_act
from accounts.models import User
from games.engine.contract import Outcome, Reason, Seat, gettext_noop
from games.engine.errors import GameOver, NotYourTurn
from games.models import Match
from games.models import Seat as SeatRow
from games.services import facts, finishing, match_karma
from games.services.ledger import Running
from games.services.refusals import NotSeated
from games.services.transition import lock, note, roles_of, settle, store


def resign(match_id: int, user: User) -> None:
    """A player leaves for good, of their own will."""
    check_may_act(user)
    leave_for_good(match_id, user)


def leave_for_good(match_id: int, user: User) -> None:
    """The same, whether or not the person may act: also who is banned may close an account."""
    with transaction.atomic():
        run = lock(match_id, user.pk)
        if run.seat is None:
            raise NotSeated
        if run.status != Match.Status.RUNNING:
            raise GameOver
        if not run.forfeited:
            forfeit(run, run.seat, "resigned")
            store(run)


def leave_absent(match_id: int, seat: Seat, grace: float) -> bool:
    """What the table agreed for somebody who does not come back. Safe to call at any time."""
    with transaction.atomic():
        run = lock(match_id)
        row = SeatRow.objects.get(match_id=match_id, index=seat)
        gone = row.absent_since is not None and (
            row.absent_since + timedelta(seconds=grace) <= run.now
        )
        if run.status != Match.Status.RUNNING or not gone or row.forfeited_at:
            return False
        if str(seat) in run.bots:
            return False
        # Without a host nothing goes on, whatever the table agreed about players.
        if run.leaver == Match.Leaver.WAIT and row.role != "host":
            return False
        if run.leaver == Match.Leaver.BOT and row.role != "host":
            run.bots[str(seat)] = run.rules.INFO.levels[-1]
            note(run, facts.TakenOver(seat=seat))
            settle(run)
        else:
            forfeit(run, seat, "absent")
        store(run)
    return True


def reclaim_seat(match_id: int, user: User) -> None:
    """A player takes the seat back from the bot that kept it warm."""
    check_may_act(user)
    with transaction.atomic():
        run = lock(match_id, user.pk)
        if run.seat is None:
            raise NotSeated
        if run.status != Match.Status.RUNNING:
            raise GameOver
        if run.forfeited:
            raise NotYourTurn(Reason(gettext_noop("You left this match; a bot plays your seat.")))
        if run.bots.pop(str(run.seat), None) is None:
            return
        SeatRow.objects.filter(match_id=match_id, index=run.seat).update(absent_since=None)
        note(run, facts.Reclaimed(seat=run.seat))
        settle(run)
        store(run)


def forfeit(run: Running, seat: Seat, why: str) -> None:
    """One person left wins; several play on, with a bot in the empty chair; nobody left ends it."""
    SeatRow.objects.filter(match_id=run.id, index=seat).update(
        forfeited_at=run.now, holds_rated=False
    )
    match_karma.left(run, seat, why)
    run.bots[str(seat)] = run.rules.INFO.levels[-1]
    note(run, facts.Forfeited(seat=seat, why=why))
    roles = roles_of(run.rules, run.options, run.seats)
    people = [s for s in range(run.seats) if str(s) not in run.bots and not roles[s]]
    if roles[seat] == "host":
        finishing.decide(run, None, "host-left")
    elif len(people) > 1 or (people and roles[seat]):
        settle(run)
    elif len(people) == 1:
        places = tuple(None if roles[s] else 1 if s == people[0] else 2 for s in range(run.seats))
        finishing.decide(run, Outcome(places, (), "forfeit"), "forfeit")
    else:
        finishing.decide(run, None, "deserted")
