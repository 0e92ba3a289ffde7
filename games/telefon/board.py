"""The domino board: chains, open ends, their sum, and what may be laid."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec
from msgspec import UNSET

from games.telefon.tiles import HALVES, PIPS, Tile, is_double
from games.telefon.values import ENDS, Board, Chains, End, LaidTile, OpenEnd, Options, Play, View

OPPOSITE: dict[End, End] = {"left": "right", "right": "left", "up": "down", "down": "up"}


def empty_board(options: Options) -> Board:
    return Board(order=UNSET if options.laying_order is UNSET else ())


def with_tile(board: Board, tile: Tile, end: End) -> Board:
    """The tile laid at an end. The first double that it covers on both sides is the spinner."""
    order = UNSET if board.order is UNSET else (*board.order, tile)
    if board.centre is None:
        return Board(centre=tile, order=order)
    chain, other = board.chain(end), OPPOSITE[end]
    longer = msgspec.structs.replace(board, order=order, **{end: (*chain, tile)})
    if board.spinner:
        return longer
    if chain and is_double(chain[-1]):
        # The chains are told anew from the spinner outwards.
        back = (*reversed(chain[:-1]), board.centre, *board.chain(other))
        return Board(
            centre=chain[-1], spinner=chain[-1], order=order, **{end: (tile,), other: back}
        )
    if not chain and board.chain(other) and is_double(board.centre):
        return msgspec.structs.replace(longer, spinner=board.centre)
    return longer


def laid_out(inner: int, chain: Iterable[Tile]) -> Iterator[LaidTile]:
    """A chain from the half that it starts at; each tile turns its other half outwards."""
    for tile in chain:
        low, high = HALVES[tile]
        inner = high if low == inner else low
        yield LaidTile(tile, inner)


def start_of(board: Board, end: End) -> int:
    """The half of the centre that a chain starts at. A plain first tile has its low half left."""
    low, high = HALVES[str(board.centre)]
    return high if end == "right" else low


def chains_of(board: Board) -> Chains:
    if board.centre is None:
        return Chains()
    left, right, up, down = (
        tuple(laid_out(start_of(board, end), board.chain(end))) for end in ENDS
    )
    return Chains(left, right, up, down, board.order)


def outer_half(board: Board, end: End) -> int:
    """The value at an end: the half of the last tile that its neighbour does not have."""
    chain = board.chain(end)
    if not chain:
        return start_of(board, end)
    low, high = HALVES[chain[-1]]
    neighbour = chain[-2] if len(chain) > 1 else str(board.centre)
    return high if low in HALVES[neighbour] else low


@lru_cache(maxsize=1024)
def open_ends(board: Board) -> tuple[tuple[End, OpenEnd], ...]:
    """Where a tile may be laid. Up and down only with a spinner; an empty arm is no double.

    Remembered: a board is asked for its ends when it is made, seen and played on.
    """
    if board.centre is None:
        return ()
    ends: list[tuple[End, OpenEnd]] = []
    for end in ENDS if board.spinner else ENDS[:2]:
        chain = board.chain(end)
        last = chain[-1] if chain else board.centre
        double = is_double(last) and (bool(chain) or end in ENDS[:2])
        ends.append((end, OpenEnd(outer_half(board, end), double)))
    return tuple(ends)


def ends_of(board: Board) -> dict[End, OpenEnd]:
    return dict(open_ends(board))


def sum_of_ends(board: Board) -> int:
    """A double counts both halves; up and down count once they hold a tile."""
    if board.centre and not board.left and not board.right:
        # A lone tile: a plain one has two ends, a double is one end.
        return PIPS[board.centre]
    return sum(
        [
            open_end.value * (2 if open_end.double else 1)
            for end, open_end in open_ends(board)
            if end in ENDS[:2] or board.chain(end)
        ]
    )


def board_of(view: View) -> Board:
    """The board as the rules keep it, out of what a seat sees of it."""
    arms = {end: tuple(laid.tile for laid in getattr(view.chains, end)) for end in ENDS}
    return Board(centre=view.centre, spinner=view.spinner, **arms)


def plays_on(board: Board, hand: Iterable[Tile], must: Tile | None) -> tuple[Play, ...]:
    """Every tile of the hand at every end that it matches."""
    if board.centre is None:
        # The first tile has no end; `left` stands for that.
        return tuple(Play(tile, "left") for tile in hand if must in (None, tile))
    ends = [(end, open_end.value) for end, open_end in open_ends(board)]
    return tuple([Play(tile, end) for tile in hand for end, value in ends if value in HALVES[tile]])
