"""The only writer of matches.

Whoever changes a match — a player, the clock, a bot, the house — comes through here. Each function
is one transaction that first locks the match's row, looks again at what it was called for, and
nudges the table on commit. Refusals are raised after the transaction, so what the lock brought to
light (a missed deadline) stands.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F

from accounts import access
from accounts.models import User
from accounts.people import display_name
from games import broadcast, conduct, house, ledger, rated, registry
from games.engine import chance, codec
from games.engine.contract import Outcome, Reason, Rules, Seat, extra_seats, gettext_noop
from games.engine.errors import GameOver, NotYourTurn, Refusal, StaleMove
from games.engine.play import play, start
from games.ledger import Running
from games.models import Event, Match, Outage
from games.models import Seat as SeatRow
from games.signals import match_finished, turn_came

log = logging.getLogger("courtyard.match")

LAG = 1.0
"""Seconds after the deadline in which a move still counts: it was sent before the bell."""

RACE_SECONDS = 5
"""Later than this nobody was racing any more."""

BEFORE = """
SELECT e.seat, extract(epoch FROM now() - e.at) * 1000 FROM games_event e
 WHERE e.match_id = %s AND e.move ->> 'type' = %s AND e.seat <> %s
   AND e.at > now() - %s * interval '1 second' ORDER BY e.seq DESC LIMIT 1
"""

ADJUDICATED = "adjudicated"
"""The reason of a result that the house gave."""

LIVE_BELOW = 3600
"""A turn clock shorter than this is live: people are expected to be at the table."""


class NotSeated(Refusal):
    code = "not-seated"
    sentence = gettext_noop("You are not playing in this match.")


class Beaten(Refusal):
    """A race was lost: the first to arrive has it."""

    code = "beaten"
    sentence = gettext_noop("\u2068%(name)s\u2069 was %(ms)d ms faster.")


class NoRanking(Refusal):
    code = "no-ranking"
    sentence = gettext_noop(
        "Give every player a place. Those who tie share one, and the next place stays free."
    )


class NoSuchMatch(Refusal):
    code = "no-such-match"
    sentence = gettext_noop("There is no such match.")


class MayNotAct(Refusal):
    code = "may-not-act"
    sentence = gettext_noop("Your account may not play now.")


@dataclass(frozen=True)
class Chair:
    """Somebody about to be seated. With a level, the server plays the seat."""

    user: User
    level: str = ""
    nonce: str = ""
    name: str = ""
    """Of a guest in the room, who has no account."""


@dataclass(frozen=True)
class Receipt:
    """A move was accepted as event `seq`; a repeat of one that was is answered, not replayed."""

    seq: int
    repeated: bool = False


# ---- The start ------------------------------------------------------------------------------


def start_match(
    game: str,
    options: Any,
    chairs: Sequence[Chair],
    *,
    place: str,
    seed: bytes,
    rated: bool = False,
    public: bool = True,
    leaver: str = Match.Leaver.FORFEIT,
) -> int:
    """Deals a match and starts its clock. The seed's commitment was shown before the nonces."""
    rules = registry.rules_for(game)
    key = chance.match_key(seed, [chair.nonce for chair in chairs])
    roles = _roles(rules, options, len(chairs))
    hosts = [chair.user for chair, role in zip(chairs, roles, strict=True) if role == "host"]
    options = supplied(game, options, hosts[0] if hosts else None)
    shown, supplies = codec.part_options(rules, options)
    step = start(rules, len(chairs), options, key)
    live = getattr(options, "turn_seconds", 0) < LIVE_BELOW
    with transaction.atomic():
        row = Match.objects.create(
            game=game,
            place=place,
            options=shown,
            supplies=supplies,
            rated=rated,
            public=public,
            live=live,
            leaver=leaver,
            state=codec.dump(step.state),
            fresh=[0] * len(chairs),
            bots={str(i): chair.level for i, chair in enumerate(chairs) if chair.level},
            seed=seed,
            commitment=chance.commitment(seed),
            key=key,
        )
        SeatRow.objects.bulk_create(
            SeatRow(
                match=row,
                index=index,
                user=chair.user,
                name=chair.name,
                role=roles[index],
                nonce=chair.nonce,
                holds_rated=rated and live and not chair.level,
            )
            for index, chair in enumerate(chairs)
        )
        run = _lock(row.pk)
        run.events.append(ledger.event(0, None, Event.By.HOUSE, None, None, step.facts))
        _settle(run)
        _save(run)
    return row.pk


def supplied(game: str, options: Any, host: User | None) -> Any:
    """The options with what the game itself brings to a match of this host, or its Refusal."""
    supply = registry.supplier_for(game)
    return supply(options, host) if supply else options


def _roles(rules: Rules, options: Any, seats: int) -> tuple[str, ...]:
    """By seat: host or referee, and nothing for a player. They sit after the players."""
    roles = extra_seats(rules, options)
    return ("",) * (seats - len(roles)) + roles


# ---- A move ---------------------------------------------------------------------------------


def play_move(
    match_id: int, user: User, data: Any, *, move_id: UUID | None = None, seen: int | None = None
) -> Receipt:
    """A player's move, in wire form. Raises a Refusal, and then nothing of it has happened.

    `move_id` is made by the client: a repeat is answered with the first outcome. `seen` is the last
    event the player's page had shown. A move after the bell is first turned into its time-out.
    """
    _admit(user)
    refusal: Refusal | None = None
    receipt = Receipt(0)
    with transaction.atomic():
        run = _lock(match_id, user.pk, move_id)
        if run.seat is None:
            raise NotSeated
        if run.repeat_of is not None:
            return Receipt(run.repeat_of, repeated=True)
        missed = _missed(run)
        if missed:
            _expire(run)
        try:
            _check_may_play(run, seen)
            _advance(run, run.seat, data, Event.By.PLAYER, move_id)
        except Refusal as error:
            refusal = _beaten(run, data) or error
        if run.events:
            _save(run)
        receipt = Receipt(run.seq)
    if refusal is not None:
        raise refusal
    return receipt


def _beaten(run: Running, data: Any) -> Refusal | None:
    """In a race, whoever comes too late is told who was first, and by how much."""
    kind = data.get("type") if isinstance(data, dict) else None
    kinds = [move.__struct_config__.tag for move in getattr(run.rules, "RACE", ())]
    if run.status != Match.Status.RUNNING or kind not in kinds:
        return None
    with connection.cursor() as cursor:
        cursor.execute(BEFORE, [run.id, kind, run.seat, RACE_SECONDS])
        first = cursor.fetchone()
    if first is None:
        return None
    row = SeatRow.objects.select_related("user").get(match_id=run.id, index=first[0])
    name = row.name or display_name(row.user)
    return Beaten(Reason(Beaten.sentence, {"name": name, "ms": max(1, round(first[1]))}))


def _admit(user: User) -> None:
    """Whoever is banned or signed out is refused here, whatever their page still shows."""
    allowed, why = access.may_act(user)
    if not allowed:
        raise MayNotAct(Reason(why or MayNotAct.sentence))


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


# ---- The clock ------------------------------------------------------------------------------


def expire_timer(match_id: int) -> bool:
    """Plays the time-out if the deadline really has passed. Safe to call at any time."""
    with transaction.atomic():
        run = _lock(match_id)
        if run.status != Match.Status.RUNNING or not _missed(run):
            return False
        _expire(run)
        _save(run)
    return True


def _missed(run: Running) -> bool:
    """Where nobody may act, nobody can be late: then the clock needs no patience."""
    lag = LAG * settings.TURN_SECONDS_SCALE if run.acting else 0
    return (
        run.status == Match.Status.RUNNING
        and run.on_time
        and run.deadline is not None
        and run.deadline + timedelta(seconds=lag) <= run.now
    )


def _expire(run: Running) -> None:
    timer = run.rules.timer(run.state)
    assert timer is not None, "a running match has a clock"
    _advance(run, timer.seat, timer.move, Event.By.CLOCK)


def play_bots(match_id: int) -> bool:
    """Plays for one seat of the server's that may act now. Safe to call at any time."""
    with transaction.atomic():
        run = _lock(match_id)
        if run.status != Match.Status.RUNNING or run.bot_at is None or run.bot_at > run.now:
            return False
        seat = next((seat for _, seat in _eager_bots(run)), None)
        if seat is None:
            return False
        whim = chance.chance_for(chance.match_key(run.key, ["bot"]), run.seq + 1)
        moves = run.rules.legal_moves(run.state, seat)
        level = run.bots[str(seat)]
        shown = getattr(run.rules, "bot_view", None)
        view = shown(run.state, seat, level) if shown else run.rules.view(run.state, seat)
        move = run.rules.bot(view, moves, whim, level)
        _think_aloud(run, seat, view, move)
        _advance(run, seat, move, Event.By.BOT)
        _save(run)
    return True


def _eager_bots(run: Running) -> list[tuple[float, Seat]]:
    """The server's seats that want to act now, the quickest first, with their pause in breaths."""
    pause = getattr(run.rules, "bot_pause", None)
    seats = [Seat(seat) for seat in run.acting if str(seat) in run.bots]
    if pause is None:
        return [(1.0, seat) for seat in seats]
    wishes = [(pause(run.state, seat, run.bots[str(seat)]), seat) for seat in seats]
    return sorted((breaths, seat) for breaths, seat in wishes if breaths is not None)


def _think_aloud(run: Running, seat: Seat, view: Any, move: Any) -> None:
    """In practice, one person among bots in a friendly match, a bot may say why it plays this."""
    if run.rated or run.seats - len(run.bots) != 1:
        return
    explain = registry.explainer_for(run.rules.INFO.key)
    why = explain(view, move) if explain else None
    if why is not None:
        _note(run, house.Thought(seat=seat, text=why.text, params=why.params))


def credit_outage(part: str, since: datetime, until: datetime) -> None:
    """Gives every running clock and absence back the time in which we were not there."""
    gap = (until - since).total_seconds() + settings.OUTAGE_ALLOWANCE
    if gap <= settings.OUTAGE_ALLOWANCE:
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_match SET deadline = deadline + %s * interval '1 second'"
            " WHERE status = 'running' AND deadline IS NOT NULL RETURNING id, place",
            [gap],
        )
        moved = cursor.fetchall()
        cursor.execute(
            "UPDATE games_seat SET absent_since = absent_since + %s * interval '1 second'"
            " WHERE absent_since IS NOT NULL AND forfeited_at IS NULL",
            [gap],
        )
        Outage.objects.create(part=part, began=since, ended=until, credited=gap, matches=len(moved))
        for match_id, place in moved:
            broadcast.match_changed(match_id, place)
    log.warning("%s was silent for %.1f s; %d clocks moved", part, gap, len(moved))


# ---- Leaving and coming back ----------------------------------------------------------------


def resign(match_id: int, user: User) -> None:
    """A player leaves for good, of their own will."""
    _admit(user)
    with transaction.atomic():
        run = _lock(match_id, user.pk)
        if run.seat is None:
            raise NotSeated
        if run.status != Match.Status.RUNNING:
            raise GameOver
        if not run.forfeited:
            _forfeit(run, run.seat, "resigned")
            _save(run)


def leave_absent(match_id: int, seat: Seat, grace: float) -> bool:
    """What the table agreed for somebody who does not come back. Safe to call at any time."""
    with transaction.atomic():
        run = _lock(match_id)
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
            _note(run, house.TakenOver(seat=seat))
            _settle(run)
        else:
            _forfeit(run, seat, "absent")
        _save(run)
    return True


def reclaim_seat(match_id: int, user: User) -> None:
    """A player takes the seat back from the bot that kept it warm."""
    _admit(user)
    with transaction.atomic():
        run = _lock(match_id, user.pk)
        if run.seat is None:
            raise NotSeated
        if run.status != Match.Status.RUNNING:
            raise GameOver
        if run.forfeited:
            raise NotYourTurn(Reason(gettext_noop("You left this match; a bot plays your seat.")))
        if run.bots.pop(str(run.seat), None) is None:
            return
        SeatRow.objects.filter(match_id=match_id, index=run.seat).update(absent_since=None)
        _note(run, house.Reclaimed(seat=run.seat))
        _settle(run)
        _save(run)


def abort_match(match_id: int, why: str, reason: str = "") -> None:
    """Calls a running match off. It counts for nobody."""
    with transaction.atomic():
        run = _lock(match_id)
        if run.status == Match.Status.RUNNING:
            _note(run, house.Aborted(why=why, reason=reason))
            _end(run, None, why)
            _save(run)


def adjudicate_match(match_id: int, places: Sequence[int | None], reason: str) -> None:
    """The house decides a running match: the places as given, whoever left."""
    with transaction.atomic():
        run = _lock(match_id)
        if run.status != Match.Status.RUNNING:
            raise GameOver
        roles = _roles(run.rules, run.options, run.seats)
        if not _is_a_ranking(places, roles):
            raise NoRanking
        given = tuple(places)
        _note(run, house.Adjudicated(places=given, reason=reason))
        _end(run, Outcome(given, (), ADJUDICATED), ADJUDICATED)
        _save(run)


def _is_a_ranking(places: Sequence[int | None], roles: Sequence[str]) -> bool:
    """A place for every player and for nobody else; those who tie share one, the next is free."""
    if [place is None for place in places] != [bool(role) for role in roles]:
        return False
    given = [place for place in places if place is not None]
    return all(place == 1 + sum(other < place for other in given) for place in given)


def give_time(match_id: int, seconds: int, reason: str) -> None:
    """Gives the running clock, and whoever is away, some time back."""
    with transaction.atomic():
        run = _lock(match_id)
        if run.status != Match.Status.RUNNING or run.deadline is None:
            raise GameOver
        late = max(run.now, run.deadline)
        run.deadline = late + timedelta(seconds=seconds)
        run.clock_seconds = max(run.clock_seconds, (run.deadline - run.now).total_seconds())
        SeatRow.objects.filter(match_id=match_id, absent_since__isnull=False).update(
            absent_since=F("absent_since") + timedelta(seconds=seconds)
        )
        _note(run, house.TimeGiven(seconds=seconds, reason=reason))
        _save(run)


def _forfeit(run: Running, seat: Seat, why: str) -> None:
    """One person left wins; several play on, with a bot in the empty chair; nobody left ends it."""
    SeatRow.objects.filter(match_id=run.id, index=seat).update(
        forfeited_at=run.now, holds_rated=False
    )
    conduct.left(run, seat, why)
    run.bots[str(seat)] = run.rules.INFO.levels[-1]
    _note(run, house.Forfeited(seat=seat, why=why))
    roles = _roles(run.rules, run.options, run.seats)
    people = [s for s in range(run.seats) if str(s) not in run.bots and not roles[s]]
    if roles[seat] == "host":
        _end(run, None, "host-left")
    elif len(people) > 1 or (people and roles[seat]):
        _settle(run)
    elif len(people) == 1:
        places = tuple(None if roles[s] else 1 if s == people[0] else 2 for s in range(run.seats))
        _end(run, Outcome(places, (), "forfeit"), "forfeit")
    else:
        _end(run, None, "deserted")


# ---- The one way forward --------------------------------------------------------------------


def _lock(match_id: int, user_id: int | None = None, move_id: UUID | None = None) -> Running:
    run = ledger.lock(match_id, user_id, move_id)
    if run is None:
        raise NoSuchMatch
    return run


def _advance(run: Running, seat: Seat, move: Any, by: str, move_id: UUID | None = None) -> None:
    """One move through the guarded door, and its event."""
    if isinstance(move, dict):
        move = codec.load_move(run.rules, move)
    seq = run.seq + 1
    step = play(run.rules, run.state, seat, move, chance.chance_for(run.key, seq))
    run.seq, run.state = seq, step.state
    run.events.append(ledger.event(seq, seat, by, move, move_id, step.facts))
    if seat >= 0:
        run.fresh[seat] = seq
    _settle(run)


def _note(run: Running, fact: Any) -> None:
    """Something the house did: an event without a move."""
    run.seq += 1
    run.events.append(ledger.event(run.seq, None, Event.By.HOUSE, None, None, [fact]))


def _settle(run: Running) -> None:
    """After any step: who may act, until when, and whether it is over."""
    outcome = run.rules.outcome(run.state)
    if outcome is not None:
        _end(run, outcome, outcome.reason)
        return
    acting = [s for s in range(run.seats) if run.rules.legal_moves(run.state, Seat(s))]
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
        run.clock_seconds = timer.seconds * settings.TURN_SECONDS_SCALE
        run.deadline = run.now + timedelta(seconds=run.clock_seconds)
    eager = _eager_bots(run)
    if not eager:
        run.bot_at = None
    elif not (same_clock and run.bot_at and hasattr(run.rules, "bot_pause")):
        run.bot_at = run.now + timedelta(seconds=eager[0][0] * settings.BOT_PAUSE)


def _end(run: Running, outcome: Outcome | None, reason: str) -> None:
    """The match is over. Leavers are ranked last, whatever the game says of their seat."""
    run.clock, run.deadline, run.bot_at, run.acting = "", None, None, []
    places: tuple[int | None, ...] = outcome.places if outcome else ()
    run.status = Match.Status.FINISHED if places else Match.Status.ABORTED
    if places and reason != ADJUDICATED:
        places = _leavers_last(places, _forfeited_seats(run.id))
    scores = outcome.scores if outcome else ()
    run.result = {"places": places, "scores": scores, "reason": reason}
    rows = list(SeatRow.objects.filter(match_id=run.id))
    for row in rows:
        row.place = places[row.index] if places else None
        row.score = scores[row.index] if row.index < len(scores) else None
        row.holds_rated = False
        row.absent_since = None
    SeatRow.objects.bulk_update(rows, ["place", "score", "holds_rated", "absent_since"])
    if places:
        conduct.ended(run)


def _forfeited_seats(match_id: int) -> set[int]:
    rows = SeatRow.objects.filter(match_id=match_id, forfeited_at__isnull=False)
    return set(rows.values_list("index", flat=True))


def _leavers_last(places: Sequence[int | None], leavers: set[int]) -> tuple[int | None, ...]:
    """Those who stayed are ranked among themselves; those who left share the last place."""
    stayed = [p for seat, p in enumerate(places) if seat not in leavers and p is not None]
    last = len(stayed) + 1

    def place(seat: int, given: int | None) -> int | None:
        if given is None:
            return None
        return last if seat in leavers else 1 + sum(other < given for other in stayed)

    return tuple(place(seat, given) for seat, given in enumerate(places))


def _save(run: Running) -> None:
    """Stores, and tells on commit."""
    if run.rated and run.status == Match.Status.FINISHED:
        rated.count(run)
    ledger.save(run)
    broadcast.match_changed(run.id, run.place)
    if run.status != Match.Status.RUNNING:
        match_finished.send(Match, match_id=run.id, place=run.place)
        log.info("match %d over at event %d: %s", run.id, run.seq, (run.result or {})["reason"])
        return
    if run.bot_at is not None:
        _wake_bots(run.id, (run.bot_at - run.now).total_seconds())
    called = [seat for seat in run.called if str(seat) not in run.bots]
    if called and not run.live:
        turn_came.send(Match, match_id=run.id, place=run.place, seq=run.seq, seats=called)


def _wake_bots(match_id: int, pause: float) -> None:
    """Asks a worker to play for the bots soon. If it is not heard, the sweep comes by."""
    from games import tasks

    transaction.on_commit(lambda: tasks.wake_bots(match_id, pause), robust=True)
