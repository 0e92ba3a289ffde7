"""Leaving and coming back: resignation, absence, forfeit, and a seat reclaimed from a bot."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.access.permissions import check_may_act, check_may_act_now
from accounts.models import User
from accounts.ratings import eligibility
from games.engine.contract import Outcome, Reason, Seat, gettext_noop
from games.engine.errors import GameOver, NotYourTurn
from games.models import Match
from games.models import Seat as SeatRow
from games.services import facts, finishing, match_karma
from games.services.ledger import Running
from games.services.match_rating import GIVEN_UP
from games.services.refusals import NotSeated
from games.services.transition import lock, note, roles_of, settle, store


def resign(match_id: int, user: User) -> None:
    """A player leaves for good, of their own will."""
    check_may_act(user)
    with transaction.atomic():
        run = lock(match_id, user.pk)
        check_may_act_now(user)
        _resign(run)


def leave_for_good(match_id: int, user: User) -> None:
    """The same, whether or not the person may act: also who is banned may close an account."""
    with transaction.atomic():
        _resign(lock(match_id, user.pk))


def _resign(run: Running) -> None:
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
        return _hand_over(run, seat, "absent")


def leave_everywhere_banned(user: User) -> None:
    """Nobody waits for somebody who may not come back, unless the table agreed to."""
    for match_id in list(seats_in_play(user).values_list("match_id", flat=True)):
        leave_banned(match_id, user)


def seats_in_play(user: User) -> QuerySet[SeatRow]:
    rows = SeatRow.objects.filter(user=user, match__status=Match.Status.RUNNING)
    return rows.filter(forfeited_at__isnull=True).order_by("match_id")


def leave_banned(match_id: int, user: User) -> bool:
    """The same at once, for somebody who may not come back. Safe to call at any time."""
    with transaction.atomic():
        run = lock(match_id, user.pk)
        if run.seat is None or run.status != Match.Status.RUNNING or run.forfeited:
            return False
        return _hand_over(run, run.seat, "banned")


def _hand_over(run: Running, seat: Seat, why: str) -> bool:
    """Forfeits the seat, gives it to a bot, or lets it wait. True: something changed."""
    if str(seat) in run.bots:
        return False
    # Without a host nothing goes on, whatever the table agreed about players.
    is_host = roles_of(run.rules, run.options, run.seats)[seat] == "host"
    if run.leaver == Match.Leaver.WAIT and not is_host:
        return False
    if run.leaver == Match.Leaver.BOT and not is_host:
        run.bots[str(seat)] = run.rules.INFO.levels[-1]
        note(run, facts.TakenOver(seat=seat))
        settle(run)
    else:
        forfeit(run, seat, why)
    store(run)
    return True


def reclaim_seat(match_id: int, user: User) -> None:
    """A player takes the seat back from the bot that kept it warm."""
    check_may_act(user)
    with transaction.atomic():
        run = lock(match_id, user.pk)
        check_may_act_now(user)
        if run.seat is None:
            raise NotSeated
        if run.status != Match.Status.RUNNING:
            raise GameOver
        if run.rated:
            eligibility.check_plays_by_hand(user)
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
        finishing.decide(run, Outcome(places, (), GIVEN_UP), GIVEN_UP)
    else:
        finishing.decide(run, None, "deserted")
