"""Endgame search: alpha-beta with iterative deepening, for two players and an empty bazar.

Then every tile is known. It looks one pair of turns further each time, until the game is read to
its end or it has looked at as many positions as it may; then the pips in hand decide.
"""

from collections.abc import Sequence

from games.telefon.position import Position, bits, lay, pips_of, plays, position_of
from games.telefon.scoring import rounded_up
from games.telefon.values import Board

MOST_POSITIONS = 2500
PIP_LEFT = 0.5
"""What a pip in hand counts where the search stops."""
BEYOND = 1000.0
"""More than any game brings."""
LONGEST = 30


class LimitReached(Exception):
    """As many positions as it may look at."""


class EndgameSearch:
    """One position, seen by the one who is to move."""

    def __init__(self, mine: Sequence[str], theirs: Sequence[str]) -> None:
        self.mine, self.theirs = bits(mine), bits(theirs)
        self.positions = 0
        self.to_the_end = False

    def prospects(self, boards: Sequence[tuple[Board, str, int]]) -> list[float]:
        """For each board that a tile of mine would make, with what it scores."""
        moves = [(position_of(board), bits([tile]), scored) for board, tile, scored in boards]
        found = [float(scored) for _, _, scored in moves]
        try:
            for depth in range(1, LONGEST, 2):
                self.to_the_end = True
                found = [self.after(*move, depth) for move in moves]
                if self.to_the_end:
                    break
        except LimitReached:
            pass
        return found

    def after(self, position: Position, tile: int, scored: int, depth: int) -> float:
        mine = self.mine ^ tile
        if not mine:
            return scored + rounded_up(pips_of(self.theirs))
        return scored - self.value(position, self.theirs, mine, depth, False, -BEYOND, BEYOND)

    def value(
        self,
        position: Position,
        mine: int,
        theirs: int,
        depth: int,
        passed: bool,
        low: float,
        high: float,
    ) -> float:
        """The best that the one to move comes out with; exact only between low and high."""
        self.positions += 1
        if self.positions > MOST_POSITIONS:
            raise LimitReached
        moves = plays(position, mine)
        if not moves:
            if passed:
                return blocked(pips_of(mine), pips_of(theirs))
            return -self.value(position, theirs, mine, depth, True, -high, -low)
        if depth <= 0:
            self.to_the_end = False
            return PIP_LEFT * (pips_of(theirs) - pips_of(mine))
        best = -BEYOND
        for scored, _, at, fitting in sorted(moves, reverse=True):
            rest = mine ^ fitting[0]
            if rest:
                worth = scored - self.value(
                    lay(position, at, fitting),
                    theirs,
                    rest,
                    depth - 1,
                    False,
                    scored - high,
                    scored - max(low, best),
                )
            else:
                worth = float(scored + rounded_up(pips_of(theirs)))
            best = max(best, worth)
            if best >= high:
                break
        return best


def blocked(mine: int, theirs: int) -> float:
    """Whoever has fewer pips takes the other's."""
    if mine == theirs:
        return 0.0
    return float(rounded_up(theirs) if mine < theirs else -rounded_up(mine))
