"""Throughput of the rules alone: whole matches, moves, and how long the bots think."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from games import registry
from games.engine.contract import Chance, Rules, Seat
from games.engine.self_play import play_match
from ops.bench.report import Row, median
from ops.bench.workload import Workload


def measure(workload: Workload) -> Iterator[Row]:
    games = registry.all_games()
    seconds = workload.engine_seconds / sum(len(rules.INFO.players) for rules in games)
    for rules in games:
        for players in rules.INFO.players:
            yield playouts(rules, players, seconds)
        for level in rules.INFO.levels:
            yield thinking(rules, level, workload)


def playouts(rules: Rules, players: int, seconds: float) -> Row:
    """Random matches from the deal to the result, through the guarded door."""
    matches = moves = 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds or not matches:
        moves += len(play_match(rules, players, rules.Options(), matches).moments)
        matches += 1
    return Row(
        "engine",
        f"{rules.INFO.name}, {players} players",
        f"{matches / spent:.0f} matches/s, {moves / spent:.0f} moves/s",
    )


def thinking(rules: Rules, level: str, workload: Workload) -> Row:
    """What one move of a bot costs, over matches that bots of this level play out."""
    spent: list[float] = []

    def choose(state: Any, seat: Seat, moves: Sequence[Any], chance: Chance) -> Any:
        view = rules.view(state, seat)
        started = time.perf_counter()
        move = rules.bot(view, moves, chance, level)
        spent.append(time.perf_counter() - started)
        return move

    for seed in range(workload.bot_matches):
        play_match(rules, rules.INFO.players[-1], rules.Options(), seed, choose)
    return Row(
        "engine",
        f"{rules.INFO.name}, {level} bot",
        f"{median(spent) * 1000:.2f} ms, at most {max(spent) * 1000:.1f} ms a move",
    )
