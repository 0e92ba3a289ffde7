"""What Telefon's bots have to win."""

from games.engine.chance import Stream
from games.engine.contract import Seat
from games.telefon import bot, rules
from games.telefon.tiles import PIPS
from games.telefon.values import AnyMove, Options, Play, State
from tests.games.contests import Contest, Player, highest


def greedy(state: State, seat: Seat, chance: Stream) -> AnyMove:
    """The most points now; among equals the most pips."""
    moves = rules.legal_moves(state, seat)
    plays = [move for move in moves if isinstance(move, Play)]
    if not plays:
        return moves[0]
    board = state.board
    return max(plays, key=lambda play: (bot.points_now(board, play), PIPS[play.tile]))


def to_a_hundred(what: str, level: str, other: Player, least: float) -> Contest:
    return Contest(f"{what}, matches to 100", rules, Options(target=100), level, other, 100, least)


def of_four(what: str, teams: bool, least: float) -> Contest:
    """A half would be a team's share, a quarter a player's."""
    return Contest(
        what,
        rules,
        Options(target=100, teams=teams),
        "sharp",
        "random",
        36,
        least,
        seats=4,
        ties="shared",
        sides=lambda n: frozenset({n % 2, n % 2 + 2} if teams else {n % 4}),
    )


LADDER = {"options": Options(target=100), "told": ", matches to 100"}

CONTESTS = [
    # The first game of a match: who has more points after it has won it.
    Contest(
        "sharp against a greedy scorer, single games",
        rules,
        Options(),
        "sharp",
        greedy,
        1000,
        0.60,
        is_over=lambda state: state.game > 1,
        best=lambda state: highest(state.scores),
    ),
    to_a_hundred("sharp against a greedy scorer", "sharp", greedy, 0.60),
    to_a_hundred("gentle against random", "gentle", "random", 0.65),
    of_four("sharp against three at random", False, 15 / 36),
    of_four("two sharp against two at random, in teams", True, 24 / 36),
]
