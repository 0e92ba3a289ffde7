"""What the laws need to know of Forty: what is hidden, and what must not get lost."""

import msgspec

from games.engine.contract import Chance, Seat
from games.forty.rules import cards_on_the_table
from games.forty.values import State


def imagine(state: State, seat: Seat | None, chance: Chance) -> State:
    """The hidden cards change places: other hands, the stock, every pile below its top.

    How many cards lie where is public, so the counts stay. In the exchange window all hidden
    cards are in hands, so the 3 of hearts stays in one: whose it is, is what changes.
    """
    hidden = [
        *(card for other, hand in enumerate(state.hands) if other != seat for card in hand),
        *state.stock,
        *(card for pile in state.piles for card in pile[:-1]),
    ]
    rest = iter(chance.shuffle(hidden))
    return msgspec.structs.replace(
        state,
        hands=tuple(
            hand if other == seat else tuple(next(rest) for _ in hand)
            for other, hand in enumerate(state.hands)
        ),
        stock=tuple(next(rest) for _ in state.stock),
        piles=tuple((*(next(rest) for _ in pile[:-1]), *pile[-1:]) for pile in state.piles),
    )


def pieces(state: State) -> list[str]:
    """Forty cards, wherever they are."""
    return [
        *(card for hand in state.hands for card in hand),
        *state.stock,
        *cards_on_the_table(state),
        *(card for pile in state.piles for card in pile),
    ]
