"""Telefon Domino's bot. It sees its seat's view: the board, its hand, who has shown to lack what.

`gentle` takes the most points it can make now, and now and then plays on a whim. `sharp` weighs
what it leaves behind: what the next player is likely to make of the ends, given the tiles it
cannot see and the values that player has shown to lack, whether that player can play at all, and
how well its own remaining tiles fit. When the bazar is empty and two play, all tiles are known,
and it reads the game out.
"""

from collections.abc import Sequence

from games.engine.contract import Chance
from games.telefon.rules import (
    ENDS,
    HALVES,
    PIPS,
    SET,
    STEP,
    AnyMove,
    Board,
    End,
    Play,
    View,
    ends_of,
    is_double,
    rounded_up,
    with_tile,
)

WHIM = 5
"""Gentle plays one move in so many without thinking."""

REPLY = 0.85
"""What the next player may score, against what I score now."""
BLOCKED = 25.0
"""What it is worth that the next player cannot play."""
FITTING = 1.1
"""Each tile of mine that fits an end afterwards."""
AGAIN = 0.05
"""What I could score next, if the ends stay."""
FIRST = 1.0
"""That any fits at all."""
DOUBLE = 2.5
"""A double goes first: it fits one value only."""
PIP = 0.3
"""Each pip that leaves my hand."""
VALUES = 1.3
"""Each different value that stays in my hand keeps me able to play."""
LAST = 8.0
"""Going out, besides the bonus."""

DEEPEST = 8
MOST_POSITIONS = 1500
"""How far a known game is read; beyond it the pips in hand decide."""

OpenEnds = list[tuple[End, int, int, bool]]
"""Where a tile may go: the end, its value, what it counts, and whether it counts already."""


def choose(view: View, moves: Sequence[AnyMove], chance: Chance, level: str) -> AnyMove:
    """One of the legal moves."""
    plays = [move for move in moves if isinstance(move, Play)]
    if len(moves) == 1 or not plays:
        return moves[0]
    board = board_of(view)
    if level == "gentle":
        if chance.pick(range(WHIM)) == 0:
            return chance.pick(moves)
        return best(plays, [float(points_of(board, play)) for play in plays], chance)
    guess = Guess(view, board)
    if guess.everything_is_known:
        return best(plays, Reading(guess).prospects(plays), chance)
    return best(plays, [guess.prospect(play) for play in plays], chance)


def best(moves: Sequence[Play], scores: Sequence[float], chance: Chance) -> Play:
    """The highest score; chance decides between equals."""
    top = max(scores)
    return chance.pick([m for m, s in zip(moves, scores, strict=True) if s > top - 1e-9])


def board_of(view: View) -> Board:
    """The board as the rules keep it."""
    arms = {end: tuple(laid.tile for laid in getattr(view.chains, end)) for end in ENDS}
    return Board(centre=view.centre, spinner=view.spinner, **arms)


def open_ends(board: Board) -> OpenEnds:
    return [
        (end, e.value, e.value * (2 if e.double else 1), end in ENDS[:2] or bool(board.chain(end)))
        for end, e in ends_of(board).items()
    ]


def sum_of(ends: OpenEnds) -> int:
    return sum(counts for _, _, counts, counted in ends if counted)


def points_of(board: Board, play: Play) -> int:
    """What a tile scores now. The first one never does: who opens with 5-5 has other reasons."""
    if board.centre is None:
        return 0
    total = sum_of(open_ends(with_tile(board, play.tile, play.end or "left")))
    return total if total % STEP == 0 else 0


def best_reply(ends: OpenEnds, total: int, tile: str) -> int | None:
    """The most that this tile could score; None when it fits nowhere."""
    low, high = HALVES[tile]
    most: int | None = None
    for _, value, counts, counted in ends:
        if value == low:
            new = 2 * value if low == high else high
        elif value == high:
            new = low
        else:
            continue
        after = total - counts * counted + new
        most = max(most or 0, 0 if after % STEP else after)
    return most


class Guess:
    """What a seat can reckon about the tiles it does not see."""

    def __init__(self, view: View, board: Board) -> None:
        self.view, self.board = view, board
        seats = len(view.players)
        self.me = view.turn or 0
        self.next = (self.me + 1) % seats
        on_board = {board.centre, *(tile for end in ENDS for tile in board.chain(end))}
        self.hidden = [tile for tile in SET if tile not in on_board and tile not in view.hand]
        self.everything_is_known = seats == 2 and view.bazar == 0 and board.centre is not None
        self.odds = self.chances(self.next)
        # A team mate's points are mine.
        self.partner = seats == 4 and view.teams is not None
        self.after = self.chances((self.me + 2) % seats) if self.partner else {}

    def chances(self, seat: int) -> dict[str, float]:
        """How likely each hidden tile is in that hand; what it was shown to lack is not."""
        player = self.view.players[seat]
        able = [t for t in self.hidden if not set(HALVES[t]) & set(player.lacks)]
        share = min(1.0, player.hand_count / len(able)) if able else 0.0
        return {tile: share for tile in able}

    def prospect(self, play: Play) -> float:
        """My points, less what the next player may make of it, and how I stand afterwards."""
        hand = [tile for tile in self.view.hand if tile != play.tile]
        board = with_tile(self.board, play.tile, play.end or "left")
        ends = open_ends(board)
        total = sum_of(ends)
        if board.centre == play.tile and not board.left and not board.right:
            total = PIPS[play.tile]
        score = float(points_of(self.board, play)) + PIP * PIPS[play.tile]
        score += DOUBLE * is_double(play.tile)
        if not hand:
            return score + LAST
        reply, can = self.expected(ends, total, self.odds)
        score -= REPLY * reply
        score += BLOCKED * (1 - can)
        if self.partner:
            theirs, _ = self.expected(ends, total, self.after)
            score += 0.4 * theirs
        replies = [r for tile in hand if (r := best_reply(ends, total, tile)) is not None]
        score += FIRST * bool(replies) + FITTING * len(replies) + AGAIN * max(replies, default=0)
        score += VALUES * len({half for tile in hand for half in HALVES[tile]})
        return score

    def expected(self, ends: OpenEnds, total: int, odds: dict[str, float]) -> tuple[float, float]:
        """What a player is likely to score, and how likely one can play at all."""
        found = []
        for tile, share in odds.items():
            points = best_reply(ends, total, tile)
            if points is not None:
                found.append((points, share))
        found.sort(reverse=True)
        reply, free = 0.0, 1.0
        for points, share in found:
            reply += points * share * free
            free *= 1 - share
        return reply, 1 - free


class Reading:
    """Two players, no bazar: every tile is known, so the game is read out."""

    def __init__(self, guess: Guess) -> None:
        self.view, self.board = guess.view, guess.board
        self.hands = (guess.view.hand, tuple(guess.hidden))
        self.positions = 0

    def prospects(self, plays: Sequence[Play]) -> list[float]:
        depth = DEEPEST
        return [self.after(self.board, self.hands, play, depth) for play in plays]

    def after(
        self, board: Board, hands: tuple[tuple[str, ...], ...], play: Play, depth: int
    ) -> float:
        """What the one who plays this comes out with, against the other."""
        board = with_tile(board, play.tile, play.end or "left")
        total = sum_of(open_ends(board))
        gain = float(total if total % STEP == 0 else 0)
        mine = tuple(tile for tile in hands[0] if tile != play.tile)
        if not mine:
            return gain + rounded_up(sum(PIPS[tile] for tile in hands[1]))
        return gain - self.value(board, (hands[1], mine), depth - 1, passed=False)

    def value(
        self, board: Board, hands: tuple[tuple[str, ...], ...], depth: int, passed: bool
    ) -> float:
        """The best that the one to move comes out with."""
        self.positions += 1
        mine, theirs = (sum(PIPS[tile] for tile in hand) for hand in hands)
        if depth <= 0 or self.positions > MOST_POSITIONS:
            return 0.5 * (theirs - mine)
        ends = ends_of(board)
        plays = [
            Play(tile, end)
            for tile in hands[0]
            for end, open_end in ends.items()
            if open_end.value in HALVES[tile]
        ]
        if plays:
            return max(self.after(board, hands, play, depth) for play in plays)
        if passed:
            # Blocked: the fewer pips take the others'.
            if mine == theirs:
                return 0.0
            return float(rounded_up(theirs)) if mine < theirs else -float(rounded_up(mine))
        return -self.value(board, (hands[1], hands[0]), depth - 1, passed=True)
