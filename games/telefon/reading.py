"""Two players and an empty bazar: every tile is known, so the game is read out.

It looks one pair of turns further each time, until the game is read to its end or it has looked at
as many positions as it may; then the pips in hand decide.
"""

from collections.abc import Sequence

from games.telefon.rules import Board, rounded_up
from games.telefon.sketch import Sketch, bits, lay, pips_of, plays, sketch_of

MOST_POSITIONS = 2500
PIP_LEFT = 0.5
"""What a pip in hand counts where the reading stops."""
BEYOND = 1000.0
"""More than any game brings."""
LONGEST = 30


class Enough(Exception):
    """As many positions as it may look at."""


class Reading:
    """One position, seen by the one who is to move."""

    def __init__(self, mine: Sequence[str], theirs: Sequence[str]) -> None:
        self.mine, self.theirs = bits(mine), bits(theirs)
        self.positions = 0
        self.to_the_end = False

    def prospects(self, boards: Sequence[tuple[Board, str, int]]) -> list[float]:
        """For each board that a tile of mine would make, with what it scores."""
        moves = [(sketch_of(board), bits([tile]), scored) for board, tile, scored in boards]
        found = [float(scored) for _, _, scored in moves]
        try:
            for depth in range(1, LONGEST, 2):
                self.to_the_end = True
                found = [self.after(*move, depth) for move in moves]
                if self.to_the_end:
                    break
        except Enough:
            pass
        return found

    def after(self, sketch: Sketch, tile: int, scored: int, depth: int) -> float:
        mine = self.mine ^ tile
        if not mine:
            return scored + rounded_up(pips_of(self.theirs))
        return scored - self.value(sketch, self.theirs, mine, depth, False, -BEYOND, BEYOND)

    def value(
        self,
        sketch: Sketch,
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
            raise Enough
        moves = plays(sketch, mine)
        if not moves:
            if passed:
                return blocked(pips_of(mine), pips_of(theirs))
            return -self.value(sketch, theirs, mine, depth, True, -high, -low)
        if depth <= 0:
            self.to_the_end = False
            return PIP_LEFT * (pips_of(theirs) - pips_of(mine))
        best = -BEYOND
        for scored, _, place, fitting in sorted(moves, reverse=True):
            rest = mine ^ fitting[0]
            if rest:
                worth = scored - self.value(
                    lay(sketch, place, fitting),
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
