"""State transitions of a match under its lock: play, note, settle, store.

Every service goes this way: `lock` reads the working copy, `advance` or `note` appends an event,
`settle` says who may act and until when, and `store` saves it all and tells the table on commit.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games.engine import chance, codec
from games.engine.contract import Rules, Seat, Timer
from games.engine.play import play
from games.live import broadcast
from games.models import Event, Match
from games.services import finishing, ledger
from games.services.bots import eager_bots
from games.services.ledger import Running
from games.services.refusals import NoSuchMatch
from games.signals import turn_came

SHORT_SECONDS = 5
"""The clock of a seat that was left to the clock before."""


def lock(match_id: int, user_id: int | None = None, move_id: UUID | None = None) -> Running:
    run = ledger.lock(match_id, user_id, move_id)
    if run is None:
        raise NoSuchMatch
    return run


def roles_of(rules: Rules, options: Any, seats: int) -> tuple[str, ...]:
    """By seat: host or referee, and nothing for a player. They sit after the players."""
    roles = rules.extra_seats(options)
    return ("",) * (seats - len(roles)) + roles


def advance(run: Running, seat: Seat, move: Any, by: str, move_id: UUID | None = None) -> None:
    """One validated move, and its event."""
    if isinstance(move, dict):
        move = codec.load_move(run.rules, move)
    seq = run.seq + 1
    step = play(run.rules, run.state, seat, move, chance.chance_for(run.key, seq), run.choices)
    run.seq, run.state = seq, step.state
    run.events.append(ledger.event(seq, seat, by, move, move_id, step.facts))
    if seat >= 0:
        run.fresh[seat] = seq
    settle(run)


def note(run: Running, fact: Any) -> None:
    """A match fact: an event without a move."""
    run.seq += 1
    run.events.append(ledger.event(run.seq, None, Event.By.HOUSE, None, None, [fact]))


def settle(run: Running) -> None:
    """After any step: who may act, until when, and whether it is over."""
    outcome = run.rules.outcome(run.state)
    if outcome is not None:
        finishing.decide(run, outcome, outcome.reason)
        return
    acting = [seat for seat in range(run.seats) if run.moves_of(Seat(seat))]
    for seat in acting:
        if seat not in run.acting:
            run.fresh[seat] = run.seq
            run.called.append(seat)
    run.acting = acting
    timer = run.rules.timer(run.state)
    assert timer is not None, "an unfinished match has a clock"
    same_clock = timer.clock == run.clock
    if not same_clock or run.deadline is None:
        run.clock = timer.clock
        run.clock_seconds = seconds_for(run, timer) * settings.TURN_SECONDS_SCALE
        run.deadline = run.now + timedelta(seconds=run.clock_seconds)
    eager = eager_bots(run)
    if not eager:
        run.bot_at = None
    # In a race a bot's moment, once set, stands as long as the clock does.
    elif not (same_clock and run.bot_at and run.rules.RACE):
        run.bot_at = run.now + timedelta(seconds=eager[0][0] * settings.BOT_PAUSE)


def seconds_for(run: Running, timer: Timer) -> int:
    """At a live table nobody waits long, again and again, for somebody who is not there."""
    short = run.live and timer.seat in run.impatient
    return min(timer.seconds, SHORT_SECONDS) if short else timer.seconds


def store(run: Running) -> None:
    """Saves the working copy and tells the table on commit."""
    if run.status != Match.Status.RUNNING:
        finishing.finish(run)
        return
    ledger.save(run)
    broadcast.match_changed(run.id, run.venue, run.seq)
    if run.bot_at is not None:
        _wake_bots(run.id, (run.bot_at - run.now).total_seconds())
    called = [seat for seat in run.called if str(seat) not in run.bots]
    if called and not run.live:
        turn_came.send(Match, match_id=run.id, venue=run.venue, seq=run.seq, seats=called)


def _wake_bots(match_id: int, pause: float) -> None:
    """Asks a worker to play for the bots soon. If it is not heard, the sweep comes by."""
    from games.presence import tasks  # which call the services of this package

    transaction.on_commit(lambda: tasks.wake_bots(match_id, pause), robust=True)
