"""Situations in shorthand: `table(hands=["3-5 1-1", "0-6"], laid="2-3 3-3>right")`."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from games import registry
from games.engine.chance import chance_for
from games.engine.contract import Seat, Step
from games.engine.play import play
from games.engine.self_play import key_of
from games.telefon import values
from games.telefon.board import ends_of, with_tile
from games.telefon.tiles import HALVES, SET
from games.telefon.values import Board, End, Options

T = TypeVar("T")


def tiles(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def board_of(text: str) -> Board:
    """Tiles in the order they are laid: the first in the middle, then `tile>end`."""
    board = Board(order=())
    for part in text.split():
        tile, _, end = part.partition(">")
        if board.centre:
            value = ends_of(board)[end].value  # type: ignore[index]
            assert value in HALVES[tile], f"{tile} does not fit {end}"
        board = with_tile(board, tile, end or "left")  # type: ignore[arg-type]
    return board


def table(
    hands: Sequence[str] = ("", ""),
    *,
    laid: str = "",
    bazar: str = "",
    turn: int = 0,
    game: int = 1,
    opener: int = 0,
    must: str | None = None,
    passes: int = 0,
    scores: Sequence[int] | None = None,
    teams: bool = False,
    target: Any = 365,
    drawn: int = 0,
    lacks: Sequence[Sequence[int]] | None = None,
    phase: values.Phase = "play",
) -> values.State:
    seats = len(hands)
    return values.State(
        options=Options(target=target, teams=teams),
        game=game,
        phase=phase,
        turn=Seat(turn),
        turns=0,
        drawn=drawn,
        passes=passes,
        opener=Seat(opener),
        must=must,
        hands=tuple(tiles(hand) for hand in hands),
        bazar=tiles(bazar),
        board=board_of(laid),
        lacks=tuple(tuple(values) for values in lacks or [()] * seats),
        scores=tuple(scores or [0] * (2 if teams else seats)),
        last_score=0,
        games=(),
        last_board=None,
        last_points=0,
    )


class Fixed:
    """Chance that is no chance: shuffles give this set in this order."""

    def __init__(self, order: Sequence[Any] = SET) -> None:
        self.order = tuple(order)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        assert sorted(map(str, items)) == sorted(self.order)
        return self.order

    def pick(self, items: Sequence[T]) -> T:
        return items[0]

    def roll(self, faces: Sequence[T], count: int) -> tuple[T, ...]:
        raise AssertionError("nothing is rolled in this game")


def played(state: values.State, move: Any, seat: int | None = None, chance: Any = None) -> Step:
    """The move through the guarded door, from the seat whose turn it is unless told."""
    actor = state.turn if seat is None else Seat(seat)
    return play(registry.rules_for("telefon"), state, actor, move, chance or Fixed())


def random_board(seed: int, longest: int = 28) -> Board:
    """Tiles laid at random ends until none fits or the board is long enough."""
    chance = chance_for(key_of(seed), 0)
    rest = list(chance.shuffle(SET))
    board = with_tile(Board(order=()), rest.pop(), "left")
    # Some boards grow on all sides, some along one arm.
    liked = chance.pick([*values.ENDS, None, None, None, None])
    length = 1 + max(chance.roll(range(longest), 2))
    while rest and length > 1:
        fitting: list[tuple[str, End]] = [
            (tile, end)
            for tile in rest
            for end, open_end in ends_of(board).items()
            if open_end.value in HALVES[tile]
        ]
        if not fitting:
            break
        wanted = [place for place in fitting if place[1] == liked] or fitting
        tile, end = chance.pick(wanted)
        rest.remove(tile)
        board = with_tile(board, tile, end)
        length -= 1
    return board
