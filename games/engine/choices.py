"""Legal moves of one state, by seat: generated when somebody asks, and once for all who do."""

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Rules, Seat


class Choices(dict[Seat, Sequence[Any]]):
    def __init__(self, rules: Rules, state: Any) -> None:
        super().__init__()
        self.rules, self.state = rules, state

    def __missing__(self, seat: Seat) -> Sequence[Any]:
        moves = self[seat] = self.rules.legal_moves(self.state, seat)
        return moves


def choices_in(rules: Rules, state: Any, known: Choices | None) -> Choices:
    """Those that are known, if they are of this very state; of another there are none yet."""
    return known if known is not None and known.state is state else Choices(rules, state)
