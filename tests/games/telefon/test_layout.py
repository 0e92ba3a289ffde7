"""Thousands of boards, tile by tile: no overlap, no tile moved, every slot where promised."""

from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.telefon import values
from games.telefon.board import chains_of, ends_of, with_tile
from games.telefon.geometry import Box, PlacedTile
from games.telefon.layout import HEIGHT, WIDTH, Layout, lay_out
from games.telefon.tiles import HALVES, SET, is_double
from tests.games.telefon.tables import board_of, random_board

BOARDS = 1500
FELTS = {"a phone": (354, 300), "320 pixels": (290, 180), "a desktop": (650, 360)}
READABLE = {"a phone": 18, "320 pixels": 11, "a desktop": 22}
"""Pixels of a tile's long side on the largest boards, before anybody zooms."""


def laid_out(board: values.Board) -> Layout:
    return lay_out(board.centre, chains_of(board))


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def halves(placed: PlacedTile) -> list[tuple[Box, int]]:
    box, (first, second) = placed.box, placed.halves
    x, y = (box.x, box.y + 1) if placed.upright else (box.x + 1, box.y)
    return [(Box(box.x, box.y, 1, 1), first), (Box(x, y, 1, 1), second)]


def touch(a: Box, b: Box) -> bool:
    """They share at least half the side of a square."""
    wide = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    high = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    return (wide == 0 and high >= 0.5) or (high == 0 and wide >= 0.5)


def holds(around: Box, inside: Box) -> bool:
    return (
        around.x <= inside.x
        and around.y <= inside.y
        and inside.x + inside.w <= around.x + around.w
        and inside.y + inside.h <= around.y + around.h
    )


def growing(board: values.Board) -> Iterator[tuple[values.Board, values.End]]:
    """The same board tile by tile, and where each next tile goes."""
    line = [*reversed(board.left), str(board.centre), *board.right]
    place = {tile: number for number, tile in enumerate(line)}
    first, *rest = board.order or ()
    so_far = with_tile(values.Board(order=()), first, "left")
    for tile in rest:
        end: values.End = "up" if tile in board.up else "down"
        if tile in place:
            end = "left" if place[tile] < place[first] else "right"
        yield so_far, end
        so_far = with_tile(so_far, tile, end)
    assert so_far == board


def check(board: values.Board) -> Layout:
    """All that must hold of a board on which something lies."""
    laid = laid_out(board)
    assert [placed.tile for placed in laid.tiles] == list(board.order or ())
    ends = ends_of(board)
    assert set(laid.slots) == set(ends)
    boxes = [placed.box for placed in laid.tiles]
    for number, box in enumerate(boxes):
        assert holds(laid.box, box)
        assert not any(overlap(box, other) for other in boxes[:number]), board
    for kind in (0, 1):  # slots of plain tiles, slots of doubles
        slots = [slot[kind].box for slot in laid.slots.values()]
        for number, slot in enumerate(slots):
            assert holds(laid.box, slot)
            assert not any(overlap(slot, other) for other in [*boxes, *slots[:number]]), board
    places = {placed.tile: placed for placed in laid.tiles}
    for end in values.ENDS:
        line = [str(board.centre), *board.chain(end)]
        for inner, outer in pairwise(line):
            assert any(
                touch(a, b) and one == other
                for a, one in halves(places[inner])
                for b, other in halves(places[outer])
            ), (board, inner, outer)
        if end in ends:
            assert any(
                touch(laid.slots[end].plain.box, half) and value == ends[end].value
                for half, value in halves(places[line[-1]])
            ), (board, end)
    for placed in laid.tiles:
        assert tuple(sorted(placed.halves)) == HALVES[placed.tile]
        assert sorted((placed.box.w, placed.box.h)) == [1, 2]
    return laid


def check_history(board: values.Board) -> Layout:
    """Every step of it: what lay stays, and the next tile lies where its slot was."""
    after = check(board)
    steps = list(growing(board))
    for number, (so_far, end) in reversed(list(enumerate(steps, 1))):
        before = laid_out(so_far)
        assert after.tiles[:number] == before.tiles, board
        slot = before.slots[end]
        promised = slot.double if is_double(after.tiles[number].tile) else slot.plain
        assert promised.box == after.tiles[number].box, board
        after = before
    return laid_out(board)


@pytest.fixture(scope="module")
def boards() -> list[tuple[values.Board, Layout]]:
    """Some grow on all sides and some along one arm; all of them are checked at every step."""
    made = [random_board(seed) for seed in range(BOARDS)]
    return [(board, check_history(board)) for board in made]


def test_there_are_boards_of_every_kind(boards: list[tuple[values.Board, Layout]]) -> None:
    lengths = [len(laid.tiles) for _, laid in boards]
    assert min(lengths) == 1 and max(lengths) >= 26
    assert sum(bool(board.spinner) for board, _ in boards) >= BOARDS // 2
    assert sum(bool(board.up and board.down) for board, _ in boards) >= BOARDS // 4
    assert max(len(board.chain(end)) for board, _ in boards for end in values.ENDS) >= 20


@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_any_board_that_somebody_lays(data: st.DataObject) -> None:
    """Whatever is laid where: doubles kept back, one arm only, a spinner in a bend."""
    rest = list(SET)
    late = data.draw(st.booleans(), label="doubles last")
    board = values.Board(order=())
    for _ in range(data.draw(st.integers(1, 28), label="tiles")):
        ends = ends_of(board)
        fitting = [
            (tile, end)
            for tile in rest
            for end in values.ENDS
            if (end in ends and ends[end].value in HALVES[tile]) or (not ends and end == "left")
        ]
        plain = [one for one in fitting if not is_double(one[0])]
        if not fitting:
            break
        tile, end = data.draw(st.sampled_from(plain if late and plain else fitting))
        rest.remove(tile)
        board = with_tile(board, tile, end)
    check_history(board)


def test_a_spinner_in_a_bend_has_four_free_arms() -> None:
    """Twelve plain tiles to the right, so the row has bent down before the first double."""
    row = "0-1 1-2>right 2-3>right 3-4>right 4-5>right 5-6>right 1-6>right 1-3>right 3-5>right"
    late = f"{row} 0-5>right 0-4>right 4-4>right 2-4>right"
    laid = check_history(board_of(f"{late} 4-6>up 2-6>up 2-5>up 5-5>up"))
    spinner = next(placed for placed in laid.tiles if placed.tile == "4-4")
    assert not spinner.upright, "the double lies across a part that runs down"
    assert len(laid.slots) == 4


def test_the_board_fits_the_plane_while_it_can(
    boards: list[tuple[values.Board, Layout]],
) -> None:
    """It folds at the edge, so only boards with long arms are larger than the plane."""
    small = [laid.box for board, laid in boards if len(board.order or ()) <= 8]
    assert all(box.w <= WIDTH + 3 for box in small)
    assert all(box.h <= HEIGHT + 3 for box in small)


@pytest.mark.parametrize("felt", FELTS)
def test_all_is_visible_and_readable(boards: list[tuple[values.Board, Layout]], felt: str) -> None:
    wide, high = FELTS[felt]
    smallest = min(2 * min(wide / laid.box.w, high / laid.box.h) for _, laid in boards)
    print(f"on {felt} the smallest tile is {smallest:.0f} px long")
    assert smallest >= READABLE[felt]


def test_a_board_that_does_not_know_its_order_is_laid_from_the_middle(
    boards: list[tuple[values.Board, Layout]],
) -> None:
    """A match that was running when orders were not kept, and went on for two tiles since."""
    for board, _ in boards[:200]:
        old = msgspec.structs.replace(board, order=(board.order or ())[-2:])
        if old.spinner not in (old.order or ()):
            laid = laid_out(old)
            assert {placed.tile for placed in laid.tiles} == set(board.order or ())
            boxes = [placed.box for placed in laid.tiles]
            for number, box in enumerate(boxes):
                assert not any(overlap(box, other) for other in boxes[:number]), board


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
    placed = laid_out(board_of(laid)).tiles
    assert next(one for one in placed if one.tile == tile).upright is upright
