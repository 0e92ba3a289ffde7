"""Situations in shorthand: `table(["AS KS 2H", "7S 7D 3C", "4H 5D 6C"], bet=1)`."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from games import registry
from games.engine.contract import Seat, Step
from games.engine.play import play
from games.thirtyone import rules, values
from games.thirtyone.hands import DECK, turns_for

T = TypeVar("T")

PLAIN = ("2S 3H 4D", "2H 3D 4C", "2D 3C 4S", "2C 3S 4H", "5S 6H 7D")
"""Hands of which none strikes; the last of 3, 4 or 5 has the highest card."""


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def table(
    hands: Sequence[str] = PLAIN[:3],
    *,
    bet: int = 1,
    chips: Sequence[int] | None = None,
    phase: values.Phase = "turn",
    opener: int = 0,
    turn: int | None = None,
    left: int | None = None,
    discards: str = "",
    deck: str = "",
    drawn: str | None = None,
    hand_no: int = 1,
    death: bool = False,
    of: Any = 10,
    **options: Any,
) -> values.State:
    """A hand under way. Chips are what is left in the stacks; `of` is the number of hands."""
    seats = len(hands)
    held = [cards(hand) for hand in hands]
    used = {*(card for hand in held for card in hand), *cards(discards), *cards(deck)}
    rest = tuple(card for card in DECK if card not in used)
    is_bet = phase == "bet"
    first = opener if is_bet else (opener + 1) % seats
    return values.State(
        options=values.Options(hands=of, **options),
        hand_no=hand_no,
        phase=phase,
        opener=Seat(opener),
        turn=Seat(first if turn is None else turn),
        turns_left=0 if is_bet else turns_for(bet) if left is None else left,
        sudden_death=death,
        bet=0 if is_bet else bet,
        pot=0 if is_bet else bet * seats,
        chips=tuple(chips) if chips else (20 if is_bet else 20 - bet,) * seats,
        hands=tuple(held),
        drawn=drawn,
        deck=(*cards(deck), *rest),
        discards=cards(discards),
        last_hand=None,
    )


class Fixed:
    """Chance that is no chance: shuffles give this deck, picks the item at this place."""

    def __init__(self, hands: Sequence[str] = PLAIN, place: int = 0) -> None:
        first = [card for hand in hands for card in cards(hand)]
        self.deck = (*first, *(card for card in DECK if card not in first))
        self.place = place
        self.asked: list[str] = []

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        assert sorted(map(str, items)) == sorted(self.deck)
        self.asked.append("shuffle")
        return self.deck  # type: ignore[return-value]

    def pick(self, items: Sequence[T]) -> T:
        self.asked.append("pick")
        return items[self.place]

    def roll(self, faces: Sequence[T], count: int) -> tuple[T, ...]:
        raise AssertionError("nothing is rolled in this game")


def played(state: values.State, move: Any, seat: int | None = None, chance: Any = None) -> Step:
    """The move through the guarded door, from the seat whose turn it is unless told."""
    actor = state.turn if seat is None else Seat(seat)
    return play(registry.rules_for("thirtyone"), state, actor, move, chance or Fixed())


def dealt(hands: Sequence[str], opener: int = 0, **options: Any) -> Step:
    """The first hand of a match with these cards."""
    return rules.deal(len(hands), values.Options(**options), Fixed(hands, opener))


def last(state: values.State) -> values.LastHand:
    assert state.last_hand is not None, "no hand is over yet"
    return state.last_hand
