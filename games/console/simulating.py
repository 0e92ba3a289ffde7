"""Simulation: whole matches in memory, bots against bots, and what they tell about a game.

No database, no clock: where nobody wants to act, the time-out is played at once.
"""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.chance import chance_for, match_key
from games.engine.contract import Outcome, Rules, Seat
from games.engine.play import bot_move, bot_pause, play, start

SURE = 1.96
"""Standard errors to each side of what is true in nineteen of twenty cases."""


@dataclass(frozen=True)
class Played:
    """One match that was played out."""

    outcome: Outcome
    steps: int
    first: Seat | None
    """Whose turn came first."""


def keys(seed: str) -> Iterator[bytes]:
    """A key for each match; the same seed gives the same matches."""
    number = 0
    while True:
        yield match_key(seed.encode(), [str(number)])
        number += 1


def seats_for(rules: Rules, players: int, options: Any) -> int:
    """The players' chairs and those beside them, such as a host's."""
    return players + len(rules.extra_seats(options))


def play_out(rules: Rules, seats: int, options: Any, key: bytes, levels: Sequence[str]) -> Played:
    """One match between bots; `levels` are their strengths by seat."""
    state = start(rules, seats, options, key).state
    seq, first = 0, None
    while (outcome := rules.outcome(state)) is None:
        if first is None:
            first = whose_turn(rules, state)
        seat, move = next_of_bots(rules, state, key, seq, dict(enumerate(levels))) or timed_out(
            rules, state
        )
        seq += 1
        state = play(rules, state, seat, move, chance_for(key, seq)).state
    return Played(outcome, seq, first)


def next_of_bots(
    rules: Rules, state: Any, key: bytes, seq: int, levels: dict[int, str]
) -> tuple[Seat, Any] | None:
    """The quickest bot that wants to act, and its move; None: nobody wants to."""
    wishes: list[tuple[float, Seat]] = []
    for number, level in levels.items():
        seat = Seat(number)
        if rules.legal_moves(state, seat):
            breaths = bot_pause(rules, state, seat, level)
            if breaths is not None:
                wishes.append((breaths, seat))
    if not wishes:
        return None
    _, seat = min(wishes)
    whim = chance_for(match_key(key, ["bot"]), seq + 1)
    return seat, bot_move(rules, state, seat, levels[seat], whim)[1]


def timed_out(rules: Rules, state: Any) -> tuple[Seat, Any]:
    timer = rules.timer(state)
    assert timer is not None, "an unfinished match has a clock"
    return timer.seat, timer.move


def whose_turn(rules: Rules, state: Any) -> Seat | None:
    """As everybody is told; in a race it is nobody's."""
    turn = getattr(rules.view(state, None), "turn", None)
    return None if turn is None else Seat(turn)


# ---- What they tell ------------------------------------------------------------------------------


def report(rules: Rules, players: int, options: Any, played: Sequence[Played]) -> dict[str, Any]:
    """Lengths, scores, wins by seat, and what it is worth to begin. Plain JSON."""
    ranked = [each for each in played if each.outcome.places]
    return {
        "game": rules.INFO.key,
        "players": players,
        "matches": len(played),
        "abandoned": len(played) - len(ranked),
        "steps": spread([each.steps for each in played]),
        "seats": [of_seat(seat, ranked) for seat in range(players)],
        "first": edge(
            [share(each, each.first) for each in ranked if each.first is not None], players
        ),
        "firstSeat": edge([share(each, Seat(0)) for each in ranked], players),
    }


def of_seat(seat: int, ranked: Sequence[Played]) -> dict[str, Any]:
    scores = [each.outcome.scores[seat] for each in ranked if seat < len(each.outcome.scores)]
    won = [share(each, Seat(seat)) for each in ranked]
    return {
        "seat": seat,
        "won": round(statistics.fmean(won), 4) if won else None,
        "score": spread(scores),
    }


def share(played: Played, seat: Seat | None) -> float:
    """One for a win alone, a part of it for a win that is shared."""
    winners = played.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def edge(shares: Sequence[float], players: int) -> dict[str, Any] | None:
    """How much oftener than by the number of players alone; None if it never came up.

    The margin is half of Wilson's interval, which is honest for few matches too.
    """
    if not shares:
        return None
    won, count = statistics.fmean(shares), len(shares)
    inner = won * (1 - won) / count + SURE**2 / (4 * count**2)
    return {
        "won": round(won, 4),
        "edge": round(won - 1 / players, 4),
        "margin": round(SURE * math.sqrt(inner) / (1 + SURE**2 / count), 4),
    }


def spread(numbers: Sequence[int]) -> dict[str, Any] | None:
    if not numbers:
        return None
    return {
        "mean": round(statistics.fmean(numbers), 2),
        "median": statistics.median(numbers),
        "least": min(numbers),
        "most": max(numbers),
    }
