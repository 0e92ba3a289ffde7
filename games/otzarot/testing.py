"""Test kit of Otzarot: what is hidden, and what must not get lost."""

import msgspec

from games.engine.contract import Chance, Seat
from games.otzarot.values import State


def imagine(state: State, seat: Seat | None, chance: Chance) -> State:
    """Only the order of the deck is hidden, from everybody alike."""
    return msgspec.structs.replace(state, deck=chance.shuffle(state.deck))


def pieces(state: State) -> list[str]:
    """Thirty-five cards, in the deck or drawn, and eight dice."""
    return [*state.deck, *state.drawn, *(f"die-{die}" for die, _ in enumerate(state.dice))]
