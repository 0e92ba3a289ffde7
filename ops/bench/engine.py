"""Throughput of the rules alone: whole matches, moves, and how long the bots think.

All in CPU time of this one process, so that what else runs on the machine hardly counts.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from games import registry
from games.engine.contract import Chance, Rules, Seat
from games.engine.self_play import play_match
from ops.bench.report import Row, median
from ops.bench.workload import Workload

MOVES_AIM = 60_000
"""Random moves a second that a core should play in every game."""
THOUGHT_AIM = 0.05
"""Seconds that no move of a bot should take."""
FIRST = 10
"""Moves of a bot that are looked at by themselves: tables made late would show in them."""


def measure(workload: Workload) -> Iterator[Row]:
    games = registry.games()
    seconds = workload.engine_seconds / sum(len(game.info.players) for game in games)
    for game in games:
        for players in game.info.players:
            yield playouts(game.rules, players, seconds)
        game.warm_up()
        for level in game.info.levels:
            yield thinking(game.rules, level, workload)


def playouts(rules: Rules, players: int, seconds: float) -> Row:
    """Random matches from the deal to the result, through the guarded door."""
    matches = moves = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds or not matches:
        moves += len(play_match(rules, players, rules.Options(), matches).moments)
        matches += 1
    return Row(
        "engine",
        f"{rules.INFO.name}, {players} players",
        f"{moves / spent:.0f} moves/s, {matches / spent:.0f} matches/s",
        aim=f"at least {MOVES_AIM} moves/s",
        met=moves / spent >= MOVES_AIM,
    )


def thinking(rules: Rules, level: str, workload: Workload) -> Row:
    """What one move of a bot costs, over matches that bots of this level play out."""
    spent: list[float] = []

    def choose(state: Any, seat: Seat, moves: Sequence[Any], chance: Chance) -> Any:
        view = rules.view(state, seat)
        started = time.process_time()
        move = rules.bot(view, moves, chance, level)
        spent.append(time.process_time() - started)
        return move

    for seed in range(workload.bot_matches):
        play_match(rules, rules.INFO.players[-1], rules.Options(), seed, choose)
    usual, first, worst = median(spent), max(spent[:FIRST]), max(spent)
    return Row(
        "engine",
        f"{rules.INFO.name}, {level} bot",
        f"{worst * 1000:.2f} ms at worst, {first * 1000:.2f} at first, {usual * 1000:.2f} usually",
        aim=f"at most {THOUGHT_AIM * 1000:.0f} ms",
        met=worst <= THOUGHT_AIM,
    )
