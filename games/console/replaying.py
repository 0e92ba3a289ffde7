"""Log replay: what was stored must be what the moves give."""

from typing import Any

from games import registry
from games.engine import codec
from games.engine.contract import Seat
from games.engine.play import replay
from games.models import Match


def options_of(match: Match) -> Any:
    """The options the match was dealt with, the secret ones too: for replaying, not for showing."""
    return codec.load(whole_options(match), registry.rules_for(match.game).Options)


def whole_options(match: Match) -> dict[str, Any]:
    """The same in wire form."""
    return match.options | (match.supplies or {})


def compare(match: Match) -> str | None:
    """None if the match's log replays to its snapshot, else what is wrong, in a sentence."""
    rules = registry.rules_for(match.game)
    events = list(match.events.order_by("seq"))
    if [event.seq for event in events] != list(range(match.seq + 1)):
        return f"the log has a gap: {len(events)} events up to number {match.seq}"
    log = [
        (event.seq, Seat(event.seat), event.move)
        for event in events
        if event.move is not None and event.seat is not None
    ]
    state = replay(rules, match.seats.count(), options_of(match), bytes(match.key), log)
    if codec.dump(state) != match.state:
        return "the snapshot is not what the log replays to"
    return None
