"""Situations in shorthand: `table("chest", "coin*3 skull*2 monkey*3")`."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from games import registry
from games.engine.contract import Seat, Step
from games.engine.play import play
from games.otzarot import values
from games.otzarot.deck import DECK, Card
from games.otzarot.dice import DICE, FACES, UNROLLED, Face

T = TypeVar("T")


def faces(text: str) -> tuple[Any, ...]:
    """`coin*3 skull`: three coins and a skull."""
    shown: list[str] = []
    for word in text.split():
        face, _, times = word.partition("*")
        assert face in FACES, face
        shown += [face] * int(times or 1)
    return tuple(shown)


def dice(text: str) -> tuple[Face | None, ...]:
    shown = faces(text)
    assert len(shown) in (0, DICE), f"{len(shown)} dice"
    return shown or UNROLLED


def table(
    card: Card | None = "gold",
    shown: str = "",
    *,
    phase: values.Phase = "decide",
    scores: tuple[int, ...] = (0, 0),
    turn: int = 0,
    chest: tuple[int, ...] = (),
    rolls: int = 1,
    used: bool = False,
    final: tuple[int, ...] | None = None,
    deck: Sequence[Card] | None = None,
    target: Any = 8000,
) -> values.State:
    rest = list(DECK)
    if card:
        rest.remove(card)
    return values.State(
        options=values.Options(target=target),
        phase=phase,
        turn=Seat(turn),
        turns=7,
        deck=tuple(rest) if deck is None else tuple(deck),
        drawn=(card,) if card else (),
        card=card,
        dice=dice(shown),
        chest=chest,
        rolls=rolls if shown else 0,
        sorceress_used=used,
        scores=scores,
        final_round=None if final is None else tuple(Seat(seat) for seat in final),
        last_turn=None,
    )


def ready(card: Card, **more: Any) -> values.State:
    """The card is drawn and nothing rolled yet."""
    return table(card, phase="roll", **more)


class Rolls:
    """Chance that is no chance: these faces come, in this order; shuffles change nothing."""

    def __init__(self, text: str = "", place: int = 0) -> None:
        self.left = list(faces(text))
        self.place = place
        self.asked: list[str] = []

    def roll(self, sides: Sequence[T], count: int) -> tuple[T, ...]:
        assert tuple(sides) == FACES
        assert len(self.left) >= count, f"{count} dice are rolled, {len(self.left)} foretold"
        shown, self.left = self.left[:count], self.left[count:]
        return tuple(shown)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        self.asked.append("shuffle")
        return tuple(items)

    def pick(self, items: Sequence[T]) -> T:
        self.asked.append("pick")
        return items[self.place]


def played(state: values.State, move: Any, rolls: str = "") -> Step:
    """The move through the guarded door, by whose turn it is; all that was foretold is rolled."""
    chance = Rolls(rolls)
    step = play(registry.rules_for("otzarot"), state, state.turn, move, chance)
    assert not chance.left, "fewer dice were rolled than foretold"
    return step


def ended(step: Step) -> values.TurnEnded:
    """The turn's end, which the step must have brought."""
    return next(fact for fact in step.facts if isinstance(fact, values.TurnEnded))
