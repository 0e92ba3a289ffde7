"""What the laws need to know of Sudden Death 31: what is hidden, and what must not get lost."""

import msgspec

from games.engine.contract import Chance, Seat
from games.thirtyone.values import State


def imagine(state: State, seat: Seat | None, chance: Chance) -> State:
    """The hidden cards change places: other hands and the draw pile. Counts are public."""
    hidden = [
        *(card for other, hand in enumerate(state.hands) if other != seat for card in hand),
        *state.deck,
    ]
    rest = iter(chance.shuffle(hidden))
    hands = tuple(
        hand if other == seat else tuple(next(rest) for _ in hand)
        for other, hand in enumerate(state.hands)
    )
    # The card that another has just drawn is hidden with the hand it was drawn into.
    elsewhere = state.drawn is not None and state.turn != seat
    return msgspec.structs.replace(
        state,
        hands=hands,
        deck=tuple(rest),
        drawn=hands[state.turn][-1] if elsewhere else state.drawn,
    )


def pieces(state: State) -> list[str]:
    """Fifty-two cards, and every chip, wherever they are."""
    return [
        *(card for hand in state.hands for card in hand),
        *state.deck,
        *state.discards,
        *["chip"] * (sum(state.chips) + state.pot),
    ]
