"""Bot of Telefon Domino. It sees its seat's view: board, hand, who has shown to lack what.

`gentle` takes the most points it can make now, and now and then plays on a whim. `sharp` weighs
what it leaves behind: what the next player is likely to make of the ends, given the tiles it
cannot see and the values that player has shown to lack, whether that player can play at all, and
how well its own remaining tiles fit. It tries the moves that look best in worlds it imagines
(`rollouts.py`). When the bazar is empty and two play, all tiles are known, and it reads the game
out (`endgame.py`).
"""

from collections.abc import Iterable, Sequence
from random import Random

from games.engine.chance import best_of
from games.engine.contract import Chance, Reason, gettext_noop
from games.telefon.board import board_of, ends_of, sum_of_ends, with_tile
from games.telefon.endgame import EndgameSearch
from games.telefon.position import BIT, Position, bits, plays, position_of
from games.telefon.rollouts import Rollouts
from games.telefon.scoring import points_of
from games.telefon.tiles import HALVES, PIPS, SET, is_double
from games.telefon.values import ENDS, AnyMove, Board, Play, View

WHIM = 5
"""Gentle plays one move in so many without thinking."""
TRIED = 4
"""Sharp looks ahead from so many moves, those that look best."""

REPLY = 1.0
"""What the next player may score, against what I score now."""
BLOCKED = 25.0
"""What it is worth that the next player cannot play."""
FITTING = 1.1
"""Each tile of mine that fits an end afterwards."""
AGAIN = 0.05
"""What I could score next, if the ends stay."""
FIRST = 1.0
"""That any fits at all."""
DOUBLE = 3.0
"""A double goes first: it fits one value only."""
PIP = 0.15
"""Each pip that leaves my hand."""
VALUES = 0.8
"""Each different value that stays in my hand keeps me able to play."""
PARTNER = 0.4
"""What a team mate may score of it."""
LAST = 8.0
"""Going out, besides the bonus."""


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str = "sharp") -> AnyMove:
    """One of the legal moves."""
    able = [move for move in moves if isinstance(move, Play)]
    if len(moves) == 1 or not able:
        return moves[0]
    if level == "gentle":
        if chance.pick(range(WHIM)) == 0:
            return chance.pick(moves)
        board = board_of(view)
        return best_of(able, [float(points_now(board, play)) for play in able], chance)
    evaluator = Evaluator(view)
    if level == "steady":
        return best_of(able, [evaluator.at_a_glance(play) for play in able], chance)
    if evaluator.everything_is_known:
        tries = [(evaluator.board_after(play), play.tile, evaluator.points(play)) for play in able]
        return best_of(able, EndgameSearch(view.hand, evaluator.hidden).prospects(tries), chance)
    return best_of(*evaluator.looked_ahead(able, chance), chance)


def points_now(board: Board, play: Play) -> int:
    """What a tile scores now. The first one never does: who opens with 5-5 has other reasons."""
    if board.centre is None:
        return 0
    return points_of(sum_of_ends(with_tile(board, play.tile, play.end or "left")))


class Evaluator:
    """Evaluation of moves by what a seat can reckon about the tiles it does not see."""

    def __init__(self, view: View) -> None:
        self.view, self.board = view, board_of(view)
        seats = len(view.players)
        self.me = view.turn or 0
        on_board = {self.board.centre, *(t for end in ENDS for t in self.board.chain(end))}
        self.hidden = [tile for tile in SET if tile not in on_board and tile not in view.hand]
        self.everything_is_known = seats == 2 and view.bazar == 0 and bool(self.board.centre)
        self.odds = self.chances((self.me + 1) % seats)
        # A team mate's points are mine.
        self.after = self.chances((self.me + 2) % seats) if view.teams else {}

    def chances(self, seat: int) -> dict[str, float]:
        """How likely each hidden tile is in that hand; what it was shown to lack is not."""
        player = self.view.players[seat]
        able = [t for t in self.hidden if not set(HALVES[t]) & set(player.lacks)]
        share = min(1.0, player.hand_count / len(able)) if able else 0.0
        return {tile: share for tile in able}

    def board_after(self, play: Play) -> Board:
        return with_tile(self.board, play.tile, play.end or "left")

    def points(self, play: Play) -> int:
        return points_now(self.board, play)

    def at_a_glance(self, play: Play) -> float:
        """What a tile scores, and how good it is to be rid of it."""
        return self.points(play) + PIP * PIPS[play.tile] + DOUBLE * is_double(play.tile)

    def looked_ahead(
        self, able: Sequence[Play], chance: Chance
    ) -> tuple[Sequence[Play], Sequence[float]]:
        """The moves that look best, each with how it looks and what came of it."""
        looks = sorted(((self.prospect(play), at) for at, play in enumerate(able)), reverse=True)
        rollouts = Rollouts(self.view, self.hidden, Random(chance.pick(range(2**31))))
        tried = [able[at] for _, at in looks[:TRIED]]
        return tried, [
            look + rollouts.after(self.board_after(play), play.tile, self.points(play))
            for (look, _), play in zip(looks, tried, strict=False)
        ]

    def prospect(self, play: Play) -> float:
        """My points, less what the next player may make of it, and how I stand afterwards."""
        hand = [tile for tile in self.view.hand if tile != play.tile]
        score = self.at_a_glance(play)
        if not hand:
            return score + LAST
        position = position_of(self.board_after(play))
        reply, can = expected(position, self.odds)
        score += BLOCKED * (1 - can) - REPLY * reply
        if self.after:
            score += PARTNER * expected(position, self.after)[0]
        replies = best_replies(position, hand)
        score += FIRST * bool(replies) + FITTING * len(replies)
        score += AGAIN * max(replies.values(), default=0)
        return score + VALUES * len({half for tile in hand for half in HALVES[tile]})


def expected(position: Position, odds: dict[str, float]) -> tuple[float, float]:
    """What a player is likely to score, and how likely one can play at all."""
    found = best_replies(position, odds)
    shares = {BIT[tile]: share for tile, share in odds.items()}
    reply, free = 0.0, 1.0
    for tile, points in sorted(found.items(), key=lambda item: -item[1]):
        reply += points * shares[tile] * free
        free *= 1 - shares[tile]
    return reply, 1 - free


def best_replies(position: Position, tiles: Iterable[str]) -> dict[int, int]:
    """For each of these tiles that fits, the most that it scores."""
    most: dict[int, int] = {}
    for points, _, _, fitting in plays(position, bits(tiles)):
        if points >= most.get(fitting[0], 0):
            most[fitting[0]] = points
    return most


# ---- In words ----------------------------------------------------------------------------------

HEAVY = 9
"""From so many pips on a tile is worth being rid of."""


def explain(view: View, move: AnyMove) -> Reason | None:
    """What this tile is good for, in a sentence that gives nothing away of the hand."""
    board = board_of(view)
    if not isinstance(move, Play) or board.centre is None:
        return None
    after = with_tile(board, move.tile, move.end or "left")
    total = sum_of_ends(after)
    following = view.players[((view.turn or 0) + 1) % len(view.players)]
    if points_of(total):
        text = gettext_noop("The ends add up to %(total)s, a multiple of five: scored.")
    elif {end.value for end in ends_of(after).values()} <= set(following.lacks):
        text = gettext_noop("Who is next was seen to lack every open end: blocked.")
    elif is_double(move.tile):
        text = gettext_noop("A double fits one value only: better early than never.")
    elif PIPS[move.tile] >= HEAVY:
        text = gettext_noop("Nothing to score: at least %(pips)s pips are out of the hand.")
    else:
        text = gettext_noop("Nothing to score: the ends now add up to %(total)s.")
    return Reason(text, {"total": total, "pips": PIPS[move.tile]})
