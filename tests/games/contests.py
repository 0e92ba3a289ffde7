"""Bot contests: bots against each other and against the clock, whatever the game.

A contest is many games from many seeds; each deal is played from every chair, so that luck of the
deal is nobody's. A player is the name of a bot's level, `random`, or a function of the test's own.

A game lists its contests in `tests/games/<key>/contests.py`. The tests play each only until a
sequential probability ratio test is sure; `make bench ARGS=contests` plays all of its games.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any, Literal

from games import registry
from games.engine.chance import Stream, chance_for
from games.engine.contract import Seat, Timer
from games.engine.play import bot_move
from games.engine.seats import all_seats
from games.engine.self_play import key_of

HERE = Path(__file__).parent

MOVE_SECONDS = 0.05
"""What a bot may take for a move."""

Way = Callable[[Any, Seat, Stream], Any]
"""A way of playing that a test brings along: the move for a state, a seat and some chance."""
Player = str | Way


def chosen(rules: Any, player: Player, state: Any, seat: Seat, chance: Stream) -> Any:
    """The move of a player who sees the view of the seat, no more."""
    if not isinstance(player, str):
        return player(state, seat, chance)
    moves = rules.legal_moves(state, seat)
    if player == "random":
        return chance.pick(moves)
    return rules.bot(rules.view(state, seat), moves, chance, player)


def match(
    rules: Any,
    options: Any,
    players: Sequence[Player],
    seed: int,
    is_over: Callable[[Any], bool] = lambda state: False,
) -> Any:
    """The last state of a match, or the first in which the test has seen enough."""
    chance = chance_for(key_of(seed), 0)
    state = rules.deal(len(players), options, chance).state
    while (timer := rules.timer(state)) is not None and not is_over(state):
        seat = timer.seat if timer.seat >= 0 else quickest_seat(rules, players, state, timer)
        if seat < 0:
            move = timer.move
        elif timer.seat >= 0:
            move = chosen(rules, players[seat], state, seat, chance)
        else:
            _, move = bot_move(rules, state, seat, str(players[seat]), chance)
        state = rules.apply(state, seat, move, chance).state
    return state


def quickest_seat(rules: Any, players: Sequence[Player], state: Any, timer: Timer) -> Seat:
    """Where the turn is nobody's: the bot that acts first, or the clock if none does in time."""
    eager = [
        (pause, seat)
        for seat in all_seats(len(players))
        if rules.legal_moves(state, seat)
        and (pause := rules.bot_pause(state, seat, players[seat])) is not None
        and pause < timer.seconds
    ]
    return min(eager)[1] if eager else timer.seat


@dataclass(frozen=True)
class Contest:
    """One player among others of one kind, and the share of the games that it has to win."""

    what: str
    rules: Any
    options: Any
    player: Player
    other: Player
    games: int
    least: float
    seats: int = 2
    ties: Literal["lost", "left out", "shared"] = "lost"
    """What a win counts that several share."""
    is_over: Callable[[Any], bool] = lambda state: False
    """When a game has been seen to its end, where that is not the end of the match."""
    best: Callable[[Any], Iterable[int]] | None = None
    """The winners, where no outcome names them."""
    sides: Callable[[int], frozenset[int]] | None = None
    """The seats that the player takes in the game of this number, where it takes several."""

    def __str__(self) -> str:
        return self.what

    def play(self) -> Iterator[float]:
        """Game after game, what the player won of it."""
        for number in range(self.games):
            own = self.sides(number) if self.sides else frozenset({number % self.seats})
            players = [self.player if seat in own else self.other for seat in range(self.seats)]
            seed = number if self.sides else number // self.seats
            state = match(self.rules, self.options, players, seed, self.is_over)
            winners = set(self.best(state) if self.best else self.rules.outcome(state).winners)
            if winners <= own or not winners & own:
                yield float(winners <= own)
            elif self.ties != "left out":
                yield len(winners & own) / len(winners) if self.ties == "shared" else 0.0


def share(won: Sequence[float]) -> float:
    return sum(won) / len(won)


# ---- The sequential test -----------------------------------------------------------------------

TOO_LITTLE = 0.12
"""A player that wins so much less often than asked shall be found out, …"""
ERROR = 0.01
"""… and be wrong about either no oftener than this."""


def is_won(contest: Contest) -> bool:
    """Wald's sequential probability ratio test: asked or more, against clearly less than asked."""
    asked, less = contest.least, contest.least - TOO_LITTLE
    up, down = log(asked / less), log((1 - asked) / (1 - less))
    sure = log((1 - ERROR) / ERROR)
    evidence, won = 0.0, []
    for part in contest.play():
        won.append(part)
        evidence += part * up + (1 - part) * down
        if abs(evidence) >= sure:
            return evidence > 0
    return share(won) >= asked


def contests_of(key: str) -> Sequence[Contest]:
    """Every level against the one below, and what else the game's tests ask of its bots."""
    if not (HERE / key / "contests.py").exists():
        return ladder(key)
    asked = import_module(f"tests.games.{key}.contests")
    return [*ladder(key, **getattr(asked, "LADDER", {})), *asked.CONTESTS]


def ladder(
    key: str,
    options: Any = None,
    games: int = 400,
    least: Mapping[str, float] = {},
    told: str = "",
) -> list[Contest]:
    """Each level against the one below: two alone, or two pairs in every other chair.

    So a half is the share of who plays no better. `least` holds what a level has to win where luck
    leaves less than sixty in a hundred to skill.
    """
    rules = registry.rules_for(key)
    two = 2 in rules.INFO.players
    return [
        Contest(
            f"{higher} against {lower}{told}",
            rules,
            options or rules.Options(),
            higher,
            lower,
            games,
            least.get(higher, 0.60),
            seats=2 if two else 4,
            ties="left out",
            sides=None if two else lambda number: frozenset({number % 2, number % 2 + 2}),
        )
        for lower, higher in pairwise(rules.INFO.levels)
    ]


# ---- Single moves ------------------------------------------------------------------------------


def highest(scores: Sequence[int]) -> list[int]:
    """The seats with the highest score."""
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def quickest(run: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """The best of a few tries, in time of its own: a busy machine is not a slow bot."""
    spent = []
    for _ in range(times):
        begun = time.thread_time()
        result = run()
        spent.append(time.thread_time() - begun)
    return min(spent), result


def slowest_move(
    rules: Any,
    options: Any,
    seats: int,
    level: str = "sharp",
    think: Callable[[Any, Any, Stream], Any] | None = None,
) -> float:
    """Of a whole match, the seconds of the move that took longest. `think` replaces the bot."""
    chance = chance_for(key_of(seats), 0)
    state = rules.deal(seats, options, chance).state
    slowest = 0.0
    while (timer := rules.timer(state)) is not None:
        seat = timer.seat
        view, moves = rules.view(state, seat), rules.legal_moves(state, seat)

        def run(view: Any = view, moves: Any = moves) -> Any:
            if think:
                return think(view, moves, chance)
            return rules.bot(view, moves, chance, level)

        spent, move = quickest(run)
        slowest = max(slowest, spent)
        state = rules.apply(state, seat, move, chance).state
    return slowest


def hidden_changes_nothing(
    rules: Any,
    imagine: Callable[[Any, Seat, Stream], Any],
    options: Any,
    seats: int,
    level: str,
    seeds: int = 40,
    moves: int = 12,
) -> None:
    """States that differ only in what the seat cannot know get the same move."""
    for seed in range(seeds):
        chance = chance_for(key_of(seed), 0)
        state = rules.deal(seats, options, chance).state
        for turn in range(moves):
            timer = rules.timer(state)
            if timer is None:
                break
            seat = timer.seat
            other = imagine(state, seat, chance)
            move = chosen(rules, level, state, seat, chance_for(key_of(seed), turn))
            again = chosen(rules, level, other, seat, chance_for(key_of(seed), turn))
            assert again == move
            state = rules.apply(state, seat, move, chance).state
