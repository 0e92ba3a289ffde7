"""Karma of a match: what it says about how reliably people play, written as it happens.

Called inside the transaction that ends a match or a seat. It counts only among people: who
practises with bots leaves nobody. Where the table agreed to wait or to let a bot play on, going is
no leaving. Who gives up a friendly match says so, and owes nobody anything.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import (
    DateTimeField,
    DurationField,
    ExpressionWrapper,
    F,
    QuerySet,
    Subquery,
    Value,
)

from accounts.karma.models import Entry
from accounts.karma.scoring import POINTS
from accounts.karma.services import lock_scores, record
from games.engine.contract import Seat
from games.models import Event, Match, Outage
from games.models import Seat as SeatRow
from games.services.ledger import Running

Kind = Entry.Kind

IN_A_ROW = 3
"""So many turns played by the clock one after another are not a slip."""

OFTEN = 4
"""So many are often, if the clock played more of somebody's turns than they did themselves."""


def left(run: Running, seat: Seat, why: str) -> None:
    """Somebody left for good: `why` is "absent", "resigned" or "banned"."""
    outcome = _outcome_of_leaving(run, seat, why)
    # For this may end the match for all of them.
    lock_scores(each.user_id for each in _people(run.id))
    if outcome:
        record(*outcome, **_match(run))


def cost_of_resigning(run: Running, seat: Seat) -> int:
    """What `left` would write if this seat gave up now."""
    outcome = _outcome_of_leaving(run, seat, "resigned")
    return POINTS[outcome[1]] if outcome else 0


def _outcome_of_leaving(run: Running, seat: Seat, why: str) -> tuple[int, Kind] | None:
    people = _people(run.id)
    row = next((each for each in people if each.index == seat), None)
    stayed = [each for each in people if each.index != seat and each.forfeited_at is None]
    if row is None or not stayed or (why == "resigned" and not run.rated):
        return None
    return row.user_id, _how_it_was_left(run, row, len(people), why)


def _how_it_was_left(run: Running, row: SeatRow, people: int, why: str) -> Kind:
    if why == "absent":
        return Kind.EXCUSED if _house_was_away_since(row.absent_since) else Kind.LEFT
    if why == "banned":
        return Kind.LEFT
    if people == 2 and run.seats == 2 and _really_began(run):
        return Kind.CONCEDED
    return Kind.LEFT


def _really_began(run: Running) -> bool:
    """To give a match of two up is fair play, once both have begun to play. At a rated table that
    is when the loss counts: nobody escapes one for nothing."""
    turns = _turns(run, Event.By.PLAYER)
    moves = [turns.count(seat) for seat in range(run.seats)]
    return run.rules.enough_play(moves) if run.rated else min(moves) > 0


def ended(run: Running) -> None:
    """The match has a result: whoever still sat in it played it to the end, or let the clock."""
    people = _people(run.id)
    if len(people) < 2:
        return
    excused = _house_was_away_during(run.id)
    idle = set() if excused else _let_the_clock_play(_turns_in_order(run))
    lock_scores(row.user_id for row in people)
    for row in people:
        if row.forfeited_at is None and str(row.index) not in run.bots:
            kind = Kind.TIMED_OUT if row.index in idle else Kind.FINISHED
            record(row.user_id, kind, **_match(run))


def _match(run: Running) -> dict[str, Any]:
    return {"match_id": run.id, "game": run.rules.INFO.key}


def _people(match_id: int) -> list[SeatRow]:
    """Those with an account of their own; neither bots nor local players."""
    rows = SeatRow.objects.filter(match_id=match_id, user__is_bot=False, name="")
    return list(rows.order_by("index"))


# ---- The clock --------------------------------------------------------------------------------


def _turns_in_order(run: Running) -> list[tuple[int, str]]:
    """Who played, and whether it was the clock: the log, and what this transaction adds to it."""
    kinds = [Event.By.PLAYER, Event.By.CLOCK]
    rows = Event.objects.filter(match_id=run.id, by__in=kinds, seat__gte=0).order_by("seq")
    fresh = [
        (event["seat"], event["by"])
        for event in run.events
        if event["by"] in kinds and event["seat"] is not None and event["seat"] >= 0
    ]
    return [*rows.values_list("seat", "by"), *fresh]


def _turns(run: Running, by: str) -> list[int]:
    return [seat for seat, who in _turns_in_order(run) if who == by]


def _let_the_clock_play(turns: Iterable[tuple[int, str]]) -> set[int]:
    """The seats for which the clock played several times in a row, or most of the time."""
    row: dict[int, int] = {}
    longest: dict[int, int] = {}
    clock: dict[int, int] = {}
    own: dict[int, int] = {}
    for seat, by in turns:
        if by == Event.By.CLOCK:
            row[seat] = row.get(seat, 0) + 1
            clock[seat] = clock.get(seat, 0) + 1
            longest[seat] = max(longest.get(seat, 0), row[seat])
        else:
            row[seat] = 0
            own[seat] = own.get(seat, 0) + 1
    return {
        seat
        for seat in clock
        if longest[seat] >= IN_A_ROW or (clock[seat] >= OFTEN and clock[seat] > own.get(seat, 0))
    }


# ---- Outages of ours never count against anybody ----------------------------------------------


def _house_was_away_since(moment: datetime | None) -> bool:
    """An absence that a silence of ours touched. What was credited pushed its beginning forward,
    so a silence reaches as far beyond its end as it was credited."""
    if moment is None:
        return False
    return _reaching().filter(reach__gte=moment).exists()


def _house_was_away_during(match_id: int) -> bool:
    started = Match.objects.filter(pk=match_id).values("started_at")[:1]
    return _reaching().filter(reach__gte=Subquery(started)).exists()


def _reaching() -> QuerySet[Any]:
    """Silences, each with the moment until which it reached."""
    credited = ExpressionWrapper(
        F("credited") * Value(timedelta(seconds=1)), output_field=DurationField()
    )
    return Outage.objects.annotate(
        reach=ExpressionWrapper(F("ended") + credited, output_field=DateTimeField())
    )
