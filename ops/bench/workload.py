"""Workloads: how much is measured, and for how long. Every measurement ends by itself."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Workload:
    name: str
    engine_seconds: float  # shared by the games and their numbers of players
    bot_matches: int  # for each level
    contests: float  # of the games of each contest
    slices: int  # of the service and of the bare transaction, in turn
    slice_seconds: float
    pushed_matches: int  # of each game
    push_repeats: int  # the best of them counts
    tables: tuple[int, ...]
    live_seconds: float  # for each number of tables
    closed_tables: int
    closed_seconds: float
    closed_moves: int  # that a table must have left when a closed loop begins
    echo_seconds: float
    storm: int  # sockets that connect at once
    deploy: int  # sockets that come back at once after a restart
    idle_sockets: int
    idle_seconds: float
    feel_seconds: float  # of each match in a browser, unless it ends before
    feel_games: int  # that are played in a browser
    feel_widths: int  # of screens on which each is played
    ways_in: int  # of those to a first move, the invited guest's first
    guests: int  # who are invited, for the median
    arrivals: int  # on every other way
    past_players: int
    past_matches: int
    past_pages: int  # of each kind


FULL = Workload(
    name="full",
    engine_seconds=8,
    bot_matches=4,
    contests=1,
    slices=4,
    slice_seconds=1,
    pushed_matches=2,
    push_repeats=5,
    tables=(10, 50, 100),
    live_seconds=7,
    closed_tables=100,
    closed_seconds=5,
    closed_moves=240,
    echo_seconds=3,
    storm=200,
    deploy=1000,
    idle_sockets=2000,
    idle_seconds=20,
    feel_seconds=10,
    feel_games=99,
    feel_widths=3,
    ways_in=6,
    guests=5,
    arrivals=1,
    past_players=100_000,
    past_matches=1_000_000,
    past_pages=100,
)
QUICK = Workload(
    name="quick",
    engine_seconds=2,
    bot_matches=1,
    contests=0.1,
    slices=4,
    slice_seconds=0.7,
    pushed_matches=1,
    push_repeats=3,
    tables=(10, 50),
    live_seconds=6,
    closed_tables=50,
    closed_seconds=4,
    closed_moves=150,
    echo_seconds=2,
    storm=200,
    deploy=400,
    idle_sockets=400,
    idle_seconds=15,
    feel_seconds=8,
    feel_games=99,
    feel_widths=3,
    ways_in=6,
    guests=1,
    arrivals=1,
    past_players=20_000,
    past_matches=100_000,
    past_pages=40,
)
TINY = Workload(
    name="tiny",
    engine_seconds=0.05,
    bot_matches=1,
    contests=0.01,
    slices=1,
    slice_seconds=0.1,
    pushed_matches=1,
    push_repeats=1,
    tables=(2,),
    live_seconds=0.5,
    closed_tables=4,
    closed_seconds=0.2,
    closed_moves=100,
    echo_seconds=0.2,
    storm=4,
    deploy=4,
    idle_sockets=4,
    idle_seconds=0.5,
    feel_seconds=1,
    feel_games=2,
    feel_widths=1,
    ways_in=1,
    guests=1,
    arrivals=1,
    past_players=200,
    past_matches=600,
    past_pages=3,
)
