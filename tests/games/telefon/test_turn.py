"""A turn: laying, drawing, passing; the spinner; the sum of the ends; the points of a tile."""

from collections import Counter
from typing import Any

import pytest

from games.engine.contract import Seat
from games.engine.errors import IllegalMove
from games.telefon import rules, values
from games.telefon.board import chains_of, ends_of, start_of, sum_of_ends
from games.telefon.tiles import HALVES
from games.telefon.values import Draw, Pass, Play
from tests.games.telefon.tables import board_of, played, random_board, table

# ---- What may be done --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "laid", "bazar", "moves"),
    [
        ("2-6 1-4", "2-3", "0-0", [Play("2-6", "left")]),
        ("2-3", "2-6 6-6>right 3-6>right", "0-0", [Play("2-3", "left"), Play("2-3", "right")]),
        # A lone double has two ends.
        ("3-5", "3-3", "0-0", [Play("3-5", "left"), Play("3-5", "right")]),
        # The spinner opens two more.
        (
            "1-3",
            "3-3 2-3>left 3-5>right",
            "0-0",
            [Play("1-3", "up"), Play("1-3", "down")],
        ),
        # Without a tile that fits: draw, while there is something to draw; else pass.
        ("1-4", "2-3", "0-0", [Draw()]),
        ("1-4", "2-3", "", [Pass()]),
    ],
)
def test_what_may_be_done(hand: str, laid: str, bazar: str, moves: list[Any]) -> None:
    state = table([hand, "5-5"], laid=laid, bazar=bazar)
    assert list(rules.legal_moves(state, Seat(0))) == moves
    assert rules.legal_moves(state, Seat(1)) == ()


def test_drawing_takes_the_front_of_the_bazar_and_the_turn_goes_on() -> None:
    state = table(["1-4", "5-5"], laid="2-3", bazar="1-6 2-2 0-0")
    step = played(state, Draw())
    assert step.state.hands[0] == ("1-4", "1-6")
    assert step.state.bazar == ("2-2", "0-0")
    assert step.state.turn == 0
    assert step.facts == (
        values.Drew(seat=Seat(0), left=2),
        values.Got(seat=Seat(0), tile="1-6", known_to=(Seat(0),)),
    )
    again = played(step.state, Draw()).state
    assert rules.legal_moves(again, Seat(0)) == (Play("2-2", "left"),)


def test_a_pass_hands_the_turn_on() -> None:
    step = played(table(["1-4", "5-5", "2-2"], laid="2-3"), Pass())
    assert (step.state.turn, step.state.passes) == (1, 1)
    assert step.facts == (values.Passed(seat=Seat(0)),)


def test_a_tile_hands_the_turn_on_and_ends_a_row_of_passes() -> None:
    state = table(["2-4 0-0", "5-5", "1-1"], laid="2-3", turn=0, passes=2)
    after = played(state, Play("2-4", "left")).state
    assert (after.turn, after.passes, after.hands[0]) == (1, 0, ("0-0",))
    assert after.board.left == ("2-4",)


def test_turns_go_by_ascending_seat() -> None:
    state = table(["2-4 0-0", "5-5", "1-1", "6-6"], laid="2-3", turn=3)
    assert rules.what_the_clock_plays(state) == Pass()
    assert played(state, Pass()).state.turn == 0


# ---- A move that leaves out its end ------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "laid", "wire", "end"),
    [
        ("2-6 0-0", "2-3", {"type": "play", "tile": "2-6"}, "left"),
        ("3-6 0-0", "2-3", {"type": "play", "tile": "3-6"}, "right"),
        ("2-6 0-0", "2-3", {"type": "play", "tile": "2-6", "end": "left"}, "left"),
    ],
)
def test_the_end_may_be_left_out_where_only_one_fits(
    hand: str, laid: str, wire: dict[str, str], end: str
) -> None:
    board = played(table([hand, "5-5"], laid=laid), wire).state.board
    assert board.chain(end) == (wire["tile"],)


@pytest.mark.parametrize("end", [{}, {"end": "left"}])
def test_the_first_tile_has_no_end(end: dict[str, str]) -> None:
    state = table(["2-3 0-0", "5-5"], must="2-3")
    step = played(state, {"type": "play", "tile": "2-3", **end})
    assert step.state.board == values.Board(centre="2-3", order=("2-3",))
    assert step.facts[0] == values.Played(seat=Seat(0), tile="2-3", end=None, sum=5, points=0)


def test_where_several_ends_fit_it_is_refused_with_the_list() -> None:
    state = table(["3-5 0-0", "1-1"], laid="3-3 2-3>left 3-6>right")
    with pytest.raises(IllegalMove, match="up, down"):
        played(state, {"type": "play", "tile": "3-5"})


# ---- The spinner -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "spinner"),
    [
        ("3-3", None),
        ("3-3 2-3>left", None),
        ("3-3 2-3>left 3-5>right", "3-3"),
        # A double at an end is not locked until it is covered.
        ("2-3 3-3>right", None),
        ("2-3 3-3>right 3-6>right", "3-3"),
        ("2-3 2-2>left 1-2>left", "2-2"),
        # Only the first: later doubles stay plain.
        ("2-3 3-3>right 3-6>right 6-6>right 1-6>right", "3-3"),
        ("2-3 2-2>left 3-3>right 3-6>right 1-2>left", "3-3"),
    ],
)
def test_the_first_double_with_tiles_on_both_sides_is_the_spinner(
    laid: str, spinner: str | None
) -> None:
    board = board_of(laid)
    assert board.spinner == spinner
    assert set(ends_of(board)) == set(values.ENDS if spinner else values.ENDS[:2])


def test_the_chains_are_told_from_the_spinner_once_it_opens() -> None:
    board = board_of("2-3 1-2>left 3-3>right 3-6>right")
    assert (board.centre, board.spinner) == ("3-3", "3-3")
    assert (board.left, board.right) == (("2-3", "1-2"), ("3-6",))
    assert board.order == ("2-3", "1-2", "3-3", "3-6")
    chains = chains_of(board)
    assert [laid.outer for laid in chains.left] == [2, 1]
    assert [laid.outer for laid in chains.right] == [6]


def test_the_opening_is_told() -> None:
    state = table(["3-6 0-0", "1-1"], laid="2-3 3-3>right")
    step = played(state, Play("3-6", "right"))
    assert step.facts[1] == values.SpinnerOpened(tile="3-3")
    later = table(["1-6 0-0", "1-1"], laid="2-3 3-3>right 3-6>right")
    assert len(played(later, Play("1-6", "right")).facts) == 1


def test_up_and_down_match_the_spinners_value_and_grow() -> None:
    board = board_of("3-3 2-3>left 3-5>right 3-4>up 4-4>up 1-3>down")
    ends = ends_of(board)
    assert {end: (e.value, e.double) for end, e in ends.items()} == {
        "left": (2, False),
        "right": (5, False),
        "up": (4, True),
        "down": (1, False),
    }


# ---- The sum of the ends -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "total"),
    [
        ("2-3", 5),
        # A lone double is one end, counted once as a double.
        ("5-5", 10),
        ("5-5 3-5>left", 13),
        # The seed: a left end 3-3 and a 4 on the right make 10.
        ("3-5 3-3>left 4-5>right", 10),
        # Both ends doubles: 6 + 4.
        ("2-3 3-3>right 2-2>left", 10),
        # 5-5 and a 3: 13.
        ("3-5 5-5>right", 13),
        # Four ways, up and down empty: only left and right, 2 + 5.
        ("3-3 2-3>left 3-5>right", 7),
        ("3-3 2-3>left 3-5>right 0-3>up", 7),
        ("3-3 2-3>left 3-5>right 3-4>up", 11),
        # The seed: left 3, right 2, a double 4 above, 1 below: 14.
        ("1-1 1-3>left 1-2>right 1-4>up 4-4>up 0-1>down 0-0>down 0-4>down", 17),
        ("6-6 3-6>left 2-6>right 4-6>up 4-4>up 1-6>down", 14),
        # The seed: 2, 3, 5 and 5 make 15.
        ("6-6 2-6>left 3-6>right 5-6>up 0-6>down 0-5>down", 15),
    ],
)
def test_the_sum_of_the_ends(laid: str, total: int) -> None:
    assert sum_of_ends(board_of(laid)) == total


def sum_from_the_chains(view: values.BoardView) -> int:
    """Reckoned anew from what everybody sees: the last tile of each chain, or the centre."""
    assert view.centre
    low, high = int(view.centre[0]), int(view.centre[2])
    chains = view.chains
    if not chains.left and not chains.right:
        return low + high
    total = 0
    for chain, bare in ((chains.left, low), (chains.right, high)):
        if chain:
            last = chain[-1]
            total += last.outer * Counter(last.tile)[str(last.outer)]
        else:
            total += bare * (2 if low == high else 1)
    for chain in (chains.up, chains.down):
        if chain:
            last = chain[-1]
            total += last.outer * Counter(last.tile)[str(last.outer)]
    return total


def test_a_thousand_boards_add_up() -> None:
    spinners = 0
    for seed in range(1000):
        board = random_board(seed)
        view = values.BoardView(board.centre, chains_of(board), board.spinner, 0)
        spinners += board.spinner is not None
        assert sum_of_ends(board) == sum_from_the_chains(view), board
        # And every tile meets its neighbour with the same number.
        for end in values.ENDS:
            inner = start_of(board, end)
            for laid in getattr(view.chains, end):
                assert sorted((inner, laid.outer)) == list(HALVES[laid.tile])
                inner = laid.outer
    assert spinners > 500


# ---- Points ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "laid", "move", "points"),
    [
        ("4-5 0-0", "3-5 3-3>left", Play("4-5", "right"), 10),
        ("1-3 0-0", "3-5", Play("1-3", "left"), 0),
        ("3-3 0-0", "2-3 2-2>left", Play("3-3", "right"), 10),
        ("5-5 0-0", "3-5", Play("5-5", "right"), 0),
        # A sum of nothing is no multiple that counts.
        ("0-0 1-1", "0-3", Play("0-0", "left"), 0),
        ("0-3 1-1", "0-0", Play("0-3", "left"), 0),
        ("0-1 6-6", "0-0", Play("0-1", "right"), 0),
    ],
)
def test_multiples_of_five_are_scored(hand: str, laid: str, move: Play, points: int) -> None:
    step = played(table([hand, "6-6"], laid=laid), move)
    assert step.facts[0].points == points
    assert step.state.scores == (points, 0)
    assert step.state.last_score == points


def test_zero_is_no_score() -> None:
    # 0-0 on the left, 0 on the right: the ends add up to nothing.
    state = table(["0-1 6-6", "5-6"], laid=["0-0 0-2>right", "0-1>left"][0])
    assert played(state, Play("0-1", "left")).state.scores == (0, 0)
    board = board_of("0-1 0-0>left 1-6>right 0-6>right")
    assert sum_of_ends(board) == 0
    before = table(["0-6 6-6", "5-6"], laid="0-1 0-0>left 1-6>right")
    assert played(before, Play("0-6", "right")).facts[0].points == 0


@pytest.mark.parametrize(
    ("tile", "game", "score", "target", "points"),
    [
        ("5-5", 1, 0, 365, 0),
        ("5-5", 2, 0, 365, 10),
        ("5-5", 2, 280, 365, 10),
        ("5-5", 2, 295, 365, 10),
        ("5-5", 2, 300, 365, 0),
        ("5-5", 2, 310, 365, 0),
        ("2-3", 2, 0, 365, 0),
        ("4-6", 2, 0, 365, 0),
        # The limit of a shorter match.
        ("5-5", 2, 155, 200, 10),
        ("5-5", 2, 160, 200, 0),
        ("5-5", 2, 75, 100, 10),
        ("5-5", 2, 80, 100, 0),
    ],
)
def test_the_opening_tile_scores_only_as_five_five(
    tile: str, game: int, score: int, target: int, points: int
) -> None:
    state = table([f"{tile} 0-0", "1-1"], game=game, scores=[score, 0], target=target)
    assert played(state, Play(tile, "left")).state.scores == (score + points, 0)


def test_in_teams_the_opening_looks_at_the_teams_score() -> None:
    hands = ["1-1", "2-2", "5-5 0-0", "3-3"]
    state = table(hands, teams=True, game=2, turn=2, scores=[300, 0])
    assert played(state, Play("5-5", "left")).state.scores == (300, 0)
    state = table(hands, teams=True, game=2, turn=2, scores=[295, 400])
    assert played(state, Play("5-5", "left")).state.scores == (305, 400)


def test_a_draw_and_a_pass_make_the_last_score_nothing() -> None:
    state = table(["4-5 0-0", "1-1"], laid="3-5 3-3>left", bazar="2-2")
    scored = played(state, Play("4-5", "right")).state
    assert rules.view(scored, None).last_score == 10
    assert rules.view(played(scored, Draw()).state, None).last_score == 0


# ---- The clock ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "laid", "bazar", "move"),
    [
        ("1-4", "2-3", "2-2", Draw()),
        ("1-4", "2-3", "", Pass()),
        ("3-6 2-4 0-0", "2-3", "1-1", Play("2-4", "left")),
        # Among equals the lower low side.
        ("2-4 0-6 1-5", "0-2 0-0>left", "", Play("0-6", "left")),
        # The first fitting end: left, right, up, down.
        ("3-5", "3-3", "", Play("3-5", "left")),
        ("2-5", "2-3 3-5>right", "", Play("2-5", "left")),
        ("1-3", "3-3 2-3>left 3-5>right", "", Play("1-3", "up")),
    ],
)
def test_what_the_clock_plays(hand: str, laid: str, bazar: str, move: Any) -> None:
    state = table([hand, "6-6"], laid=laid, bazar=bazar)
    timer = rules.timer(state)
    assert timer is not None
    assert (timer.seat, timer.move, timer.seconds) == (0, move, 45)


def test_one_clock_for_the_whole_turn() -> None:
    state = table(["1-4", "5-5"], laid="2-3", bazar="1-6 2-2 0-0")
    drawn = played(state, Draw()).state
    assert rules.timer(drawn).clock == rules.timer(state).clock  # type: ignore[union-attr]
    on = played(played(drawn, Draw()).state, Play("2-2", "left")).state
    assert rules.timer(on).clock != rules.timer(state).clock  # type: ignore[union-attr]


# ---- What draws and passes show ----------------------------------------------------------------


def test_who_draws_or_passes_has_shown_to_lack_the_open_values() -> None:
    state = table(["1-4 1-6", "5-5"], laid="2-3", bazar="1-5 2-2 0-0")
    drawn = played(state, Draw()).state
    assert drawn.lacks == ((2, 3), ())
    assert rules.view(drawn, Seat(1)).players[0].lacks == (2, 3)
    passed = played(table(["1-4", "5-5"], laid="2-3"), Pass()).state
    assert passed.lacks == ((2, 3), ())


def test_what_was_known_before_is_kept_for_one_drawn_tile_and_not_for_two() -> None:
    state = table(["1-4 1-6", "5-5"], laid="2-3", bazar="1-5 2-2 0-0", lacks=[[0], []])
    once = played(state, Draw()).state
    assert once.lacks[0] == (0, 2, 3)
    assert played(once, Draw()).state.lacks[0] == (2, 3)
