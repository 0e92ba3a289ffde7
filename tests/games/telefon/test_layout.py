"""A thousand boards: nothing overlaps, neighbours touch with equal halves, all can be read."""

from itertools import pairwise

import pytest

from games.telefon import layout, values
from games.telefon.board import chains_of, ends_of
from games.telefon.layout import Box, Layout, PlacedTile
from games.telefon.tiles import HALVES
from tests.games.telefon.tables import board_of, random_board

BOARDS = 1000
PHONE_FELT = (354, 300)
READABLE = 26
"""Pixels of a tile's long side, below which pips run together."""


def view_of(board: values.Board) -> values.BoardView:
    return values.BoardView(board.centre, chains_of(board), board.spinner, 0)


@pytest.fixture(scope="module")
def boards() -> list[tuple[values.Board, Layout]]:
    made = [random_board(seed) for seed in range(BOARDS)]
    return [(board, layout.lay_out(view_of(board))) for board in made]


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def halves(placed: PlacedTile) -> list[tuple[Box, int]]:
    box = placed.box
    if placed.upright:
        return [
            (Box(box.x, box.y, 1, 1), placed.first),
            (Box(box.x, box.y + 1, 1, 1), placed.second),
        ]
    return [(Box(box.x, box.y, 1, 1), placed.first), (Box(box.x + 1, box.y, 1, 1), placed.second)]


def touch(a: Box, b: Box) -> bool:
    """They share at least half the side of a square."""
    wide = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    high = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    return (wide == 0 and high >= 0.5) or (high == 0 and wide >= 0.5)


def test_there_are_boards_of_every_kind(boards: list[tuple[values.Board, Layout]]) -> None:
    lengths = [len(laid.tiles) for _, laid in boards]
    assert min(lengths) == 1 and max(lengths) >= 26
    assert sum(bool(board.spinner) for board, _ in boards) >= BOARDS // 2
    assert sum(bool(board.up and board.down) for board, _ in boards) >= BOARDS // 4
    assert max(len(board.chain(end)) for board, _ in boards for end in values.ENDS) >= 20


def test_every_tile_lies_once_and_nothing_overlaps(
    boards: list[tuple[values.Board, Layout]],
) -> None:
    for board, laid in boards:
        on_board = [board.centre, *(t for end in values.ENDS for t in board.chain(end))]
        assert [placed.tile for placed in laid.tiles] == on_board
        boxes = [placed.box for placed in laid.tiles] + list(laid.slots.values())
        for number, box in enumerate(boxes):
            assert not any(overlap(box, other) for other in boxes[:number]), board


def test_neighbours_touch_with_equal_halves(boards: list[tuple[values.Board, Layout]]) -> None:
    for board, laid in boards:
        places = {placed.tile: placed for placed in laid.tiles}
        for end in values.ENDS:
            line = [str(board.centre), *board.chain(end)]
            for inner, outer in pairwise(line):
                assert any(
                    touch(a, b) and one == other
                    for a, one in halves(places[inner])
                    for b, other in halves(places[outer])
                ), (board, inner, outer)


def test_the_slot_touches_the_half_that_is_open(
    boards: list[tuple[values.Board, Layout]],
) -> None:
    for board, laid in boards:
        ends = ends_of(board)
        assert set(laid.slots) == set(ends)
        places = {placed.tile: placed for placed in laid.tiles}
        for end, slot in laid.slots.items():
            last = places[(board.chain(end) or (str(board.centre),))[-1]]
            assert any(
                touch(slot, half) and value == ends[end].value for half, value in halves(last)
            ), (board, end)


def test_each_tile_shows_its_own_halves(boards: list[tuple[values.Board, Layout]]) -> None:
    for _, laid in boards:
        for placed in laid.tiles:
            assert sorted((placed.first, placed.second)) == list(HALVES[placed.tile])
            assert sorted((placed.box.w, placed.box.h)) == [1, 2]


def test_the_box_holds_everything_and_stays_readable(
    boards: list[tuple[values.Board, Layout]],
) -> None:
    smallest = 1000.0
    for board, laid in boards:
        box = laid.box
        for inside in [*(placed.box for placed in laid.tiles), *laid.slots.values()]:
            assert box.x <= inside.x and inside.x + inside.w <= box.x + box.w, board
            assert box.y <= inside.y and inside.y + inside.h <= box.y + box.h, board
        unit = min(PHONE_FELT[0] / box.w, PHONE_FELT[1] / box.h)
        smallest = min(smallest, 2 * unit)
        assert all(float(2 * edge).is_integer() for edge in (box.x, box.y, box.w, box.h))
    print(f"the smallest tile on a phone is {smallest:.0f} px long")
    assert smallest >= READABLE


@pytest.mark.parametrize(
    ("laid", "tile", "upright"),
    [
        ("2-3", "2-3", False),
        ("3-3", "3-3", True),
        ("2-3 3-3>right", "3-3", True),
        ("2-3 3-4>right", "3-4", False),
        ("3-3 3-4>right 2-3>left 0-3>up", "0-3", True),
        ("3-3 3-4>right 2-3>left 0-3>up 0-0>up", "0-0", False),
    ],
)
def test_doubles_lie_across_their_chain(laid: str, tile: str, upright: bool) -> None:
    placed = layout.lay_out(view_of(board_of(laid))).tiles
    assert next(one for one in placed if one.tile == tile).upright is upright
