"""Situations in shorthand: `table(hands=["6S 10D", "4H"], loose="6C")`."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from games import registry
from games.engine.contract import Seat, Step
from games.engine.play import play
from games.forty import values

T = TypeVar("T")


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def build(text: str) -> values.TableBuild:
    """A build of two cards, in the order they were laid."""
    first, second = cards(text)
    return values.TableBuild((first, second), values.VALUES[first] + values.VALUES[second])


def table(
    hands: Sequence[str] = ("", ""),
    *,
    loose: str = "",
    builds: Iterable[str] = (),
    piles: Sequence[str] | None = None,
    turn: int = 0,
    last: int | None = None,
    stock: str = "",
    starter: str | None = None,
    phase: values.Phase = "play",
    rounds: Any = 1,
    round_: int = 1,
    leader: int = 0,
    totals: tuple[int, ...] | None = None,
    turns: int = 0,
) -> values.State:
    seats = len(hands)
    return values.State(
        options=values.Options(rounds=rounds),
        round=round_,
        phase=phase,
        turn=Seat(turn),
        turns=turns,
        leader=Seat(leader),
        hands=tuple(cards(hand) for hand in hands),
        stock=cards(stock),
        loose=cards(loose),
        builds=tuple(build(text) for text in builds),
        piles=tuple(cards(pile) for pile in piles or [""] * seats),
        last_capturer=None if last is None else Seat(last),
        starter=starter,
        totals=totals or (0,) * seats,
        summary=None,
    )


class Fixed:
    """Chance that is no chance: shuffles give this deck, picks the item at this place."""

    def __init__(self, deck: Sequence[Any] = values.DECK, place: int = 0) -> None:
        self.deck = tuple(deck)
        self.place = place
        self.asked: list[str] = []

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        assert sorted(map(str, items)) == sorted(self.deck)
        self.asked.append("shuffle")
        return self.deck

    def pick(self, items: Sequence[T]) -> T:
        self.asked.append("pick")
        return items[self.place]

    def roll(self, faces: Sequence[T], count: int) -> tuple[T, ...]:
        raise AssertionError("nothing is rolled in this game")


def played(state: values.State, move: Any, seat: int | None = None, chance: Any = None) -> Step:
    """The move through the guarded door, from the seat whose turn it is unless told."""
    actor = state.turn if seat is None else Seat(seat)
    return play(registry.rules_for("forty"), state, actor, move, chance or Fixed())
