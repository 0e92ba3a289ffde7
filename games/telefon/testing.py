"""Test kit of Telefon Domino: what is hidden, and what must not get lost."""

import msgspec

from games.engine.contract import Chance, Seat
from games.telefon.values import ENDS, State


def imagine(state: State, seat: Seat | None, chance: Chance) -> State:
    """The hidden tiles change places: other hands and the bazar. The counts are public and stay.

    When the match is over the hands that are left are open to all, and nothing is hidden but the
    order of the bazar.
    """
    if state.phase == "over":
        return msgspec.structs.replace(state, bazar=chance.shuffle(state.bazar))
    hidden = [
        *(tile for other, hand in enumerate(state.hands) if other != seat for tile in hand),
        *state.bazar,
    ]
    rest = iter(chance.shuffle(hidden))
    return msgspec.structs.replace(
        state,
        hands=tuple(
            hand if other == seat else tuple(next(rest) for _ in hand)
            for other, hand in enumerate(state.hands)
        ),
        bazar=tuple(next(rest) for _ in state.bazar),
    )


def pieces(state: State) -> list[str]:
    """Twenty-eight tiles, wherever they are."""
    board = state.board
    return [
        *(tile for hand in state.hands for tile in hand),
        *state.bazar,
        *([board.centre] if board.centre else []),
        *(tile for end in ENDS for tile in board.chain(end)),
    ]
