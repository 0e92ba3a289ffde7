"""Workloads: how much is measured, and for how long. Every measurement ends by itself."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Workload:
    engine_seconds: float  # shared by the games and their numbers of players
    bot_matches: int  # for each level
    contests: float  # of the games of each contest
    slices: int  # of the service and of the bare transaction, in turn
    slice_seconds: float
    pushed_matches: int  # of each game
    push_repeats: int
    tables: tuple[int, ...]
    live_seconds: float  # for each number of tables
    idle_sockets: int
    past_players: int
    past_matches: int
    past_pages: int  # of each kind


FULL = Workload(
    engine_seconds=8,
    bot_matches=4,
    contests=1,
    slices=10,
    slice_seconds=1,
    pushed_matches=2,
    push_repeats=3,
    tables=(10, 50, 100),
    live_seconds=20,
    idle_sockets=300,
    past_players=100_000,
    past_matches=1_000_000,
    past_pages=100,
)
QUICK = Workload(
    engine_seconds=2,
    bot_matches=1,
    contests=0.1,
    slices=4,
    slice_seconds=0.7,
    pushed_matches=1,
    push_repeats=3,
    tables=(10, 50),
    live_seconds=8,
    idle_sockets=100,
    past_players=20_000,
    past_matches=100_000,
    past_pages=40,
)
TINY = Workload(
    engine_seconds=0.05,
    bot_matches=1,
    contests=0.01,
    slices=1,
    slice_seconds=0.2,
    pushed_matches=1,
    push_repeats=1,
    tables=(2,),
    live_seconds=2,
    idle_sockets=8,
    past_players=200,
    past_matches=600,
    past_pages=3,
)
