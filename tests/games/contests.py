"""Bots against each other and against the clock, whatever the game.

A contest is many games from many seeds; each deal is played from every chair, so that luck of the
deal is nobody's. A player is the name of a bot's level, `random`, or a function of the test's own.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.chance import Stream, chance_for
from games.engine.contract import Seat
from games.engine.self_play import key_of

MOVE_SECONDS = 0.05
"""What a bot may take for a move."""

Way = Callable[[Any, Seat, Stream], Any]
"""A way of playing that a test brings along: the move for a state, a seat and some chance."""
Player = str | Way


@dataclass(frozen=True)
class Result:
    """How a contest went for one player. `shares` are its parts of wins that were shared."""

    games: int
    won: int
    shared: int
    shares: float

    @property
    def of_all(self) -> float:
        """Won alone, of all games."""
        return self.won / self.games

    @property
    def of_decided(self) -> float:
        """Won alone, of the games that were not shared."""
        return self.won / (self.games - self.shared)

    @property
    def fair(self) -> float:
        """Of all games, a shared win counting as the part of it."""
        return (self.won + self.shares) / self.games

    def __str__(self) -> str:
        return (
            f"won {self.won} of {self.games}, shared {self.shared}: {self.of_all:.1%} of all, "
            f"{self.of_decided:.1%} of the decided"
        )


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
        seat = timer.seat
        move = chosen(rules, players[seat], state, seat, chance)
        state = rules.apply(state, seat, move, chance).state
    return state


def contest(
    rules: Any,
    options: Any,
    player: Player,
    other: Player,
    games: int,
    seats: int = 2,
    *,
    first_seed: int = 0,
    is_over: Callable[[Any], bool] = lambda state: False,
    best: Callable[[Any], Iterable[int]] | None = None,
) -> Result:
    """One player among others of one kind. `best` names the winners where no outcome does."""
    won = shared = 0
    shares = 0.0
    for game in range(games):
        seat = game % seats
        players = [other] * seats
        players[seat] = player
        state = match(rules, options, players, first_seed + game // seats, is_over)
        winners = list(best(state) if best else rules.outcome(state).winners)
        if len(winners) > 1:
            shared += 1
            shares += (seat in winners) / len(winners)
        else:
            won += seat in winners
    return Result(games, won, shared, shares)


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
