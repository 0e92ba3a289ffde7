"""What the bot thinks with: search positions, imagined worlds, and games read to their end."""

from random import Random

import msgspec
import pytest

from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.engine.self_play import key_of
from games.telefon import rules, values
from games.telefon.board import ends_of, sum_of_ends, with_tile
from games.telefon.bot import Evaluator
from games.telefon.endgame import EndgameSearch
from games.telefon.position import BIT, bits, lay, most_points, pips_of, plays, position_of
from games.telefon.rollouts import Rollouts
from games.telefon.scoring import points_of, rounded_up
from games.telefon.tiles import HALVES, SET, pips_in
from games.telefon.values import ENDS, Board, Play
from tests.games.telefon.tables import board_of, random_board, table

SMALL = ("2-3", "3-3", "3-3 3-5>right", "2-3 3-3>right", "2-3 3-3>right 2-2>left", "0-0 0-5>left")
"""A lone tile, a lone double, doubles about to be the spinner."""


@pytest.mark.parametrize(
    "board", [*map(board_of, SMALL), *map(random_board, range(40))], ids=lambda board: ""
)
def test_a_position_agrees_with_the_rules_tile_by_tile(board: Board) -> None:
    """Laid on the position or on the board: the same ends, the same sum, the same points."""
    position = position_of(board)
    laid = {board.centre, *(tile for end in ENDS for tile in board.chain(end))}
    rest = [tile for tile in SET if tile not in laid]
    reached = set()
    for scored, pips, at, fitting in plays(position, bits(rest)):
        after = lay(position, at, fitting)
        assert scored == points_of(after[0]) and pips == pips_of(fitting[0])
        reached.add((fitting[0], after[0], tuple(sorted(after[1]))))
    expected = set()
    for tile in rest:
        for end, open_end in ends_of(board).items():
            if open_end.value in HALVES[tile]:
                total, ends = position_of(with_tile(board, tile, end))
                expected.add((BIT[tile], total, tuple(sorted(ends))))
    assert reached == expected


@pytest.mark.parametrize(
    ("laid", "hand", "tile"),
    [
        ("2-3", "3-5 2-2 3-6", "3-6"),  # 8 no, 7 no, 8 no: the heaviest
        ("2-3 3-5>right", "2-5 1-2 5-6", "2-5"),  # 5 and 5, or 2 and 2: ten points
        ("5-5", "0-5 5-6", "0-5"),  # a lone double still counts when its other side is laid
    ],
)
def test_the_most_points_among_equals_the_heaviest(laid: str, hand: str, tile: str) -> None:
    best = most_points(position_of(board_of(laid)), bits(hand.split()))
    assert best is not None and best[1][0] == BIT[tile]


def test_nothing_fits() -> None:
    assert most_points(position_of(board_of("2-3")), bits(["1-1", "4-6"])) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_imagined_worlds_fit_what_was_seen(seats: int) -> None:
    """Each hand has its count and none of what it was shown to lack; no tile is there twice."""
    lacks = [(), (1, 2), (0,), (6,)][:seats]
    state: values.State = rules.deal(seats, values.Options(hand=7), chance_for(key_of(3), 0)).state
    state = msgspec.structs.replace(state, turn=Seat(0), lacks=tuple(lacks))
    view = rules.view(state, Seat(0))
    evaluator = Evaluator(view)
    seen = set()
    for hands, bazar in Rollouts(view, evaluator.hidden, Random(1)).worlds:
        assert [hand.bit_count() for hand in hands] == [7] * seats
        assert hands[0] == bits(view.hand)
        everything = [*hands, *bazar]
        assert sum(everything) == 2**28 - 1 and sum(t.bit_count() for t in everything) == 28
        if seats < 4:  # with four there may not be tiles enough for everybody's lacks
            for hand, lacking in zip(hands, lacks, strict=True):
                lacked = [tile for tile in SET if set(lacking) & set(HALVES[tile])]
                assert not hand & bits(lacked)
        seen.add(tuple(hands))
    assert len(seen) > 12


@pytest.mark.parametrize(
    ("teams", "gains", "ahead"),
    [(False, [10, 0, 0, 30], 0), (True, [10, 0, 5, 20], -5)],
)
def test_points_are_weighed_against_the_other_sides(
    teams: bool, gains: list[float], ahead: float
) -> None:
    view = rules.view(table(["0-0"] * 4, laid="2-3", teams=teams), Seat(0))
    assert Rollouts(view, [], Random(1)).ahead(gains) == ahead


def test_whoever_goes_out_gets_the_pips_of_the_others() -> None:
    view = rules.view(table(["3-5", "6-6"], laid="2-3", bazar="0-0"), Seat(0))
    rollouts = Rollouts(view, ["6-6", "0-0"], Random(1))
    rollouts.worlds = [([BIT["3-5"], BIT["6-6"]], [BIT["0-0"]])] * len(rollouts.worlds)
    assert rollouts.after(board_of("2-3 3-5>right"), "3-5", 0) == 15


# ---- Endgame -----------------------------------------------------------------------------------


def slowly(board: Board, mine: tuple[str, ...], theirs: tuple[str, ...], passed: bool) -> int:
    """The best that the one to move comes out with, by trying everything with the rules' own."""
    found = []
    for tile in mine:
        for end, open_end in ends_of(board).items():
            if open_end.value in HALVES[tile]:
                after = with_tile(board, tile, end)
                total = sum_of_ends(after)
                gain = total if total % 5 == 0 else 0
                rest = tuple(kept for kept in mine if kept != tile)
                if rest:
                    found.append(gain - slowly(after, theirs, rest, False))
                else:
                    found.append(gain + rounded_up(pips_in(theirs)))
    if found:
        return max(found)
    if not passed:
        return -slowly(board, theirs, mine, True)
    less, more = pips_in(mine), pips_in(theirs)
    if less == more:
        return 0
    return rounded_up(more) if less < more else -rounded_up(less)


@pytest.mark.parametrize("seed", range(25))
def test_a_known_game_is_read_to_its_end(seed: int) -> None:
    chance = chance_for(key_of(seed), 0)
    board = random_board(seed, longest=20)
    laid = {board.centre, *(tile for end in ENDS for tile in board.chain(end))}
    rest = chance.shuffle([tile for tile in SET if tile not in laid])
    mine, theirs = rest[:3], rest[3:6]
    tries = []
    expected = []
    for tile in mine:
        for end, open_end in ends_of(board).items():
            if open_end.value in HALVES[tile]:
                after = with_tile(board, tile, end)
                gain = points_of(sum_of_ends(after))
                tries.append((after, tile, gain))
                kept = tuple(other for other in mine if other != tile)
                expected.append(gain - slowly(after, theirs, kept, False))
    read = EndgameSearch(mine, theirs)
    assert read.prospects(tries) == expected
    assert read.to_the_end or not tries


def test_a_game_too_long_to_read_is_judged_by_what_was_read() -> None:
    state = table(
        ["0-1 1-2 2-4 3-5 4-6 5-6 1-6 2-6", "0-2 1-3 2-5 3-6 1-4 1-5 0-4 0-5"], laid="6-6"
    )
    able = [m for m in rules.legal_moves(state, Seat(0)) if isinstance(m, Play)]
    evaluator = Evaluator(rules.view(state, Seat(0)))
    read = EndgameSearch(state.hands[0], evaluator.hidden)
    tries = [(evaluator.board_after(play), play.tile, evaluator.points(play)) for play in able]
    assert len(read.prospects(tries)) == len(able)
    assert not read.to_the_end
