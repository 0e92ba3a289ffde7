"""Self-play: whole matches of any game that the program plays by itself, the same from one seed.

The laws look at them, benchmarks measure them, and the API takes its examples from them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine.chance import chance_for, match_key
from games.engine.contract import CLOCK, Chance, Rules, Seat, Step
from games.engine.errors import Refusal
from games.engine.options import option_sets
from games.engine.play import play, start
from games.engine.seats import all_seats

LONGEST = 20_000
"""No match takes more steps than this; a longer one does not end by itself."""

Chooser = Callable[[Any, Seat, Sequence[Any], Chance], Any]


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A step of a match that was played: the state before, the move, and what happened by it."""

    state: Any
    seq: int
    seat: Seat
    move: Any
    facts: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class PlayedMatch:
    """The record of a whole match."""

    seats: int
    options: Any
    key: bytes
    dealt: Step
    moments: Sequence[Moment]
    end: Any

    @property
    def states(self) -> list[Any]:
        return [*(moment.state for moment in self.moments), self.end]


def key_of(seed: int) -> bytes:
    return match_key(seed.to_bytes(32, "big"), ["law"])


def settings(rules: Rules) -> Iterator[tuple[int, Any]]:
    """Every number of seats with every set of options that the game accepts for it.

    Each as it is agreed on and as a new match starts with it.
    """
    every: list[Any] = []
    for plain in option_sets(rules):
        every += [each for each in (plain, plain.at_start()) if each not in every]
    for players in rules.INFO.players:
        for options in every:
            seats = players + len(rules.extra_seats(options))
            try:
                start(rules, seats, options, key_of(0))
            except Refusal:
                continue
            yield seats, options


def acting_seats(rules: Rules, state: Any, seats: int) -> dict[Seat, Sequence[Any]]:
    """The seats that may act, each with what it may do."""
    everybody = (*all_seats(seats), CLOCK)
    return {seat: moves for seat in everybody if (moves := rules.legal_moves(state, seat))}


def at_random(state: Any, seat: Seat, moves: Sequence[Any], chance: Chance) -> Any:
    """First a kind of move, then one of that kind: a hundred ways to roll and one to stop are two.

    Otherwise what a game lists in many ways would hardly ever end.
    """
    kind = chance.pick(list(dict.fromkeys(map(type, moves))))
    return chance.pick([move for move in moves if type(move) is kind])


def by_bot(rules: Rules, level: str) -> Chooser:
    return lambda state, seat, moves, chance: rules.bot(
        rules.view(state, seat), moves, chance, level
    )


def play_match(
    rules: Rules, seats: int, options: Any, seed: int, choose: Chooser = at_random
) -> PlayedMatch:
    """A whole match in which one of the seats that may act, picked at random, chooses a move."""
    key = key_of(seed)
    whim = chance_for(key_of(seed + 1_000_000), 0)
    dealt = step = start(rules, seats, options, key)
    moments: list[Moment] = []
    while rules.outcome(state := step.state) is None:
        assert len(moments) < LONGEST, "the match does not end"
        seat, moves = whim.pick(list(acting_seats(rules, state, seats).items()))
        move = choose(state, seat, moves, whim)
        step = play(rules, state, seat, move, chance_for(key, len(moments) + 1))
        moments.append(Moment(state, len(moments) + 1, seat, move, step.facts))
    return PlayedMatch(seats, options, key, dealt, moments, step.state)
