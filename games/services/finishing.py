"""The end of a match. `finish` lists every consequence in order; nothing else follows from an end.

`decide` is called as soon as an end is known and settles what it is, in the working copy; `finish`
is called once, when that copy is stored, in the same transaction.
"""

import logging
from collections.abc import Sequence

from games.engine.contract import Outcome
from games.live import broadcast
from games.models import Match
from games.models import Seat as SeatRow
from games.services import ledger, match_karma, match_rating
from games.services.ledger import Running
from games.signals import match_finished

log = logging.getLogger("courtyard.match")

ADJUDICATED = "adjudicated"
"""The reason of a result that the staff gave."""


def decide(run: Running, outcome: Outcome | None, reason: str) -> None:
    """The match is over, with these places, or called off. Nobody may act, no clock runs."""
    run.clock, run.deadline, run.bot_at, run.acting = "", None, None, []
    places: tuple[int | None, ...] = outcome.places if outcome else ()
    scores = outcome.scores if outcome else ()
    run.status = Match.Status.FINISHED if places else Match.Status.ABORTED
    run.result = {"places": places, "scores": scores, "reason": reason}


def finish(run: Running) -> None:
    """All that the end of a match does. A match that was called off counts for nobody."""
    _rank_leavers_last(run)
    _give_seats_their_places(run)
    if run.status == Match.Status.FINISHED:
        match_karma.ended(run)
        if run.rated:
            match_rating.count(run)
    ledger.save(run)
    match_finished.send(Match, match_id=run.id, venue=run.venue)  # the lobby opens the room again
    broadcast.match_changed(run.id, run.venue, run.seq)
    log.info("match %d over at event %d: %s", run.id, run.seq, (run.result or {})["reason"])


def _rank_leavers_last(run: Running) -> None:
    """Whatever the game says of their seat; but what the staff decided stands."""
    assert run.result is not None
    if run.result["places"] and run.result["reason"] != ADJUDICATED:
        left = SeatRow.objects.filter(match_id=run.id, forfeited_at__isnull=False)
        leavers = set(left.values_list("index", flat=True))
        run.result["places"] = _leavers_last(run.result["places"], leavers)


def _give_seats_their_places(run: Running) -> None:
    """Places and scores; nobody is away any more, and everybody may sit at another rated match."""
    assert run.result is not None
    places, scores = run.result["places"], run.result["scores"]
    rows = list(SeatRow.objects.filter(match_id=run.id))
    for row in rows:
        row.place = places[row.index] if places else None
        row.score = scores[row.index] if row.index < len(scores) else None
        row.holds_rated = False
        row.absent_since = None
    SeatRow.objects.bulk_update(rows, ["place", "score", "holds_rated", "absent_since"])


def _leavers_last(places: Sequence[int | None], leavers: set[int]) -> tuple[int | None, ...]:
    """Those who stayed are ranked among themselves; those who left share the last place."""
    stayed = [p for seat, p in enumerate(places) if seat not in leavers and p is not None]
    last = len(stayed) + 1

    def place(seat: int, given: int | None) -> int | None:
        if given is None:
            return None
        return last if seat in leavers else 1 + sum(other < given for other in stayed)

    return tuple(place(seat, given) for seat, given in enumerate(places))
