"""Scripted matches: the moves are chosen beforehand, so that choosing costs no measured time.

The key of a match decides every deal and roll, so whoever knows it can play the whole match in
memory and hand its moves to the service one by one.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from games import registry
from games.engine import codec
from games.engine.chance import chance_for, match_key
from games.engine.contract import Rules, Seat
from games.engine.options import LIVE_BELOW, option_sets
from games.engine.play import play, start
from games.engine.self_play import at_random, play_match

MOST = 400
"""Moves of a script: more than any table makes while it is measured."""


@dataclass(frozen=True)
class ScriptedMove:
    """Who plays what as event `seq`."""

    seq: int
    seat: Seat
    move: dict[str, Any]


def measured_games() -> list[Rules]:
    """Those that can stand for all where moves travel: turns go round in them.

    In a race the first to arrive wins, so that nobody can write down beforehand who will play.
    """
    return [rules for rules in registry.all_games() if not rules.RACE]


def measured_game(seats: int | None = None) -> Rules:
    """The first of them, or the first with so many seats."""
    return next(
        rules for rules in measured_games() if seats is None or rules.INFO.players[-1] == seats
    )


def script_of(rules: Rules, players: int, options: Any, key: bytes) -> list[ScriptedMove]:
    """The moves of one match, up to where nobody but the clock may act, and no more than `MOST`."""
    whim = chance_for(match_key(key, ["bench"]), 0)
    state = start(rules, players, options, key).state
    script: list[ScriptedMove] = []
    while acting := [seat for seat in map(Seat, range(players)) if rules.legal_moves(state, seat)]:
        seat = whim.pick(acting)
        move = at_random(state, seat, rules.legal_moves(state, seat), whim)
        script.append(ScriptedMove(len(script) + 1, seat, codec.dump(move)))
        if len(script) == MOST:
            break
        state = play(rules, state, seat, move, chance_for(key, len(script))).state
    return script


def longest_options(rules: Rules, players: int) -> Any:
    """The options with the longest match on a live clock, so that few tables run dry."""
    live = [
        msgspec.structs.replace(options, turn_seconds=60).at_start()
        for options in option_sets(rules)
        if options.turn_seconds < LIVE_BELOW
    ]
    return max(live, key=lambda options: len(play_match(rules, players, options, 0).moments))
