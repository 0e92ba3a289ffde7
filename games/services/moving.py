"""A player's move: admitted, judged under the lock, stored, told."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from accounts.access.permissions import check_may_act, check_may_act_now, check_may_talk
from accounts.models import User
from accounts.people.display import display_name
from accounts.ratings import eligibility
from games.engine.contract import Move, Reason, gettext_noop
from games.engine.errors import GameOver, NotYourTurn, StaleMove
from games.models import Event, Match
from games.models import Seat as SeatRow
from games.services.clock import expire, missed
from games.services.ledger import MoverShutOut, Running
from games.services.refusals import Beaten, GuestsAnswerAloud, MayNotWrite, NotSeated
from games.services.transition import advance, lock, store
from refusals import Refusal

RACE_SECONDS = 5
"""Later than this nobody was racing any more."""

BEFORE = """
SELECT e.seat, extract(epoch FROM now() - e.at) * 1000 FROM games_event e
 WHERE e.match_id = %s AND e.move ->> 'type' = %s AND e.seat <> %s
   AND e.at > now() - %s * interval '1 second' ORDER BY e.seq DESC LIMIT 1
"""


@dataclass(frozen=True)
class Receipt:
    """A move was accepted as event `seq`; a repeat of one that was is answered, not replayed."""

    seq: int
    repeated: bool = False


def play_move(
    match_id: int, user: User, data: Any, *, move_id: UUID | None = None, seen: int | None = None
) -> Receipt:
    """A player's move, in wire form. Raises a Refusal, and then nothing of it has happened.

    `move_id` is made by the client: a repeat is answered with the first outcome. `seen` is the last
    event the player's page had shown. A move after the bell is first turned into its time-out.
    """
    check_may_act(user)
    try:
        return _play(match_id, user, data, move_id, seen)
    except MoverShutOut:
        check_may_act_now(user)
        raise


def _play(match_id: int, user: User, data: Any, move_id: UUID | None, seen: int | None) -> Receipt:
    refusal: Refusal | None = None
    receipt = Receipt(0)
    with transaction.atomic():
        run = lock(match_id, user.pk, move_id)
        if run.seat is None:
            raise NotSeated
        if run.repeat_of is not None:
            return Receipt(run.repeat_of, repeated=True)
        if run.rated:
            eligibility.check_plays_by_hand(user)
        late = missed(run)
        if late:
            expire(run)
        # Who moves is there again, and has the whole clock.
        run.impatient = tuple(seat for seat in run.impatient if seat != run.seat)
        try:
            run.may_write = _speaks(run, data) and _check_may_write(user)
            judge(run, data, move_id, seen)
            run.mover = user.pk
        except Refusal as error:
            refusal = _beaten(run, data) or error
        if run.events:
            if refusal is None and (late or run.timed_out):
                SeatRow.objects.filter(match_id=run.id, index=run.seat).update(timed_out=0)
            store(run)
        receipt = Receipt(run.seq)
    if refusal is not None:
        raise refusal
    return receipt


def judge(run: Running, data: Any, move_id: UUID | None, seen: int | None) -> None:
    """Plays the move in the working copy, or raises a Refusal. Nothing is stored here.

    The locked and the optimistic way both come through here: this is what a move is. Words of a
    player's own go the locked way, which has asked whether they may write.
    """
    _check_may_play(run, seen)
    assert run.seat is not None
    if _speaks(run, data) and not run.may_write:
        raise MayNotWrite
    advance(run, run.seat, data, Event.By.PLAYER, move_id)


def _beaten(run: Running, data: Any) -> Refusal | None:
    """In a race, whoever comes too late is told who was first, and by how much."""
    if run.status != Match.Status.RUNNING or not _is_among(run.rules.RACE, data):
        return None
    kind = data["type"]
    with connection.cursor() as cursor:
        cursor.execute(BEFORE, [run.id, kind, run.seat, RACE_SECONDS])
        first = cursor.fetchone()
    if first is None:
        return None
    row = SeatRow.objects.select_related("user").get(match_id=run.id, index=first[0])
    name = row.name or display_name(row.user)
    return Beaten(name=name, ms=max(1, round(first[1])))


def _is_among(kinds: tuple[type[Move], ...], data: Any) -> bool:
    """Whether a move in wire form is of one of these kinds."""
    kind = data.get("type") if isinstance(data, dict) else None
    return kind in [move.__struct_config__.tag for move in kinds]


def _speaks(run: Running, data: Any) -> bool:
    return _is_among(run.rules.SPEECH, data)


def _check_may_write(user: User) -> bool:
    """As in a chat: not who is muted by staff, and no guest."""
    check_may_talk(user)
    if user.is_guest:
        raise GuestsAnswerAloud
    return True


def _check_may_play(run: Running, seen: int | None) -> None:
    """The checks the engine cannot make: whose seat it is, and what its page had seen."""
    assert run.seat is not None
    if run.status != Match.Status.RUNNING:
        raise GameOver
    if run.forfeited:
        raise NotYourTurn(Reason(gettext_noop("You left this match; a bot plays your seat.")))
    if str(run.seat) in run.bots:
        raise NotYourTurn(
            Reason(gettext_noop("A bot is playing your seat. Take your seat back first."))
        )
    if seen is not None and run.seat in run.acting and seen < run.fresh[run.seat]:
        raise StaleMove
