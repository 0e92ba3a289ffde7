"""What Otzarot's bots have to win."""

from typing import Any

from games.engine.chance import Stream
from games.engine.contract import Seat
from games.otzarot import rules
from games.otzarot.values import Options, State
from tests.games.contests import Contest


def stops(state: State, seat: Seat, chance: Stream) -> Any:
    """What the clock plays: it stops as soon as it may."""
    timer = rules.timer(state)
    assert timer is not None
    return timer.move


CONTESTS = [
    Contest("sharp against the first roll", rules, Options(), "sharp", stops, 1000, 0.70),
    Contest("gentle against the first roll", rules, Options(), "gentle", stops, 300, 0.70),
]
