"""The drawn pieces: as many chips as there are, and who is in danger."""

import re

import pytest

from games.engine.contract import Seat
from games.thirtyone import narration, rules, tags, values
from tests.games.thirtyone.tables import PLAIN, cards, table


@pytest.mark.parametrize(
    ("count", "drawn", "columns"), [(0, 0, 1), (1, 1, 1), (20, 20, 2), (60, 40, 4)]
)
def test_a_stack_has_its_chips(count: int, drawn: int, columns: int) -> None:
    svg = tags.chip_stack(count)
    assert sum(map(int, re.findall(r"#c(\d+)", svg))) == drawn
    assert f"chips-{columns}" in svg
    assert "style=" not in svg


@pytest.mark.parametrize(("left", "on", "off"), [(0, 0, 5), (3, 3, 2), (5, 5, 0), (15, 15, 0)])
def test_the_clock_of_a_hand_has_a_segment_for_each_turn(left: int, on: int, off: int) -> None:
    svg = tags.turn_clock(left)
    assert (svg.count('class="on"'), svg.count('class="off"')) == (on, off)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"turns": "each"}, "2 chips: 4 turns each. The pot will be 6."),
        ({}, "2 chips: 4 turns in all. The pot will be 6."),
    ],
)
def test_the_dial_has_a_line_for_each_bet(options: dict[str, str], said: str) -> None:
    state = table(phase="bet", chips=[4, 8, 9])
    view = rules.view(state, Seat(0))
    offers = [narration.offer(move, view) for move in rules.legal_moves(state, Seat(0))]
    lines = tags.bet_lines(offers, options)
    assert len(lines) == 4 and lines[1] == said
    assert lines[3].endswith("It is the last of the smallest stack.")


@pytest.mark.parametrize(
    ("turn", "left", "expected"),
    [(0, 5, [2, 1, 1, 1]), (2, 1, [0, 0, 1, 0]), (3, 4, [1, 1, 1, 1]), (1, 6, [1, 2, 2, 1])],
)
def test_everybody_sees_whose_the_turns_left_are(turn: int, left: int, expected: list[int]) -> None:
    view = rules.view(table(PLAIN[:4], turn=turn, left=left), None)
    assert [len(tags.turns_of(view, seat)) for seat in range(4)] == expected


@pytest.mark.parametrize(
    ("phase", "chips", "risky"),
    [
        ("bet", [20, 20, 20], []),
        ("bet", [19, 21, 20], []),  # no usual bet takes nineteen
        ("bet", [4, 36, 20], [0]),
        ("bet", [2, 2, 56], [0, 1]),
        ("turn", [0, 20, 34], [0]),
        ("turn", [1, 20, 33], []),  # this hand cannot take it all any more
    ],
)
def test_who_is_one_hand_from_broke(
    phase: values.Phase, chips: list[int], risky: list[int]
) -> None:
    view = rules.view(table(phase=phase, chips=chips), None)
    assert [seat for seat in range(3) if tags.at_risk(view, seat)] == risky


def test_the_live_total_names_its_suit() -> None:
    total = tags.counted(cards("KH 8H 9C"))
    assert total is not None
    assert (total.total, total.suit, total.words) == (18, "h", "18 in hearts")
    assert tags.counted(()) is None


def test_of_four_cards_the_best_three_count() -> None:
    hand = cards("KH 8H 9C JH")
    best, rest = tags.best_of_four(hand), tags.counted_without(hand, "KH")
    assert best is not None and rest is not None
    assert (best.total, rest.total) == (28, 18)


@pytest.mark.parametrize(
    ("winners", "gains"), [((0,), [7]), ((2, 0), [4, 3]), ((1, 2, 0), [3, 2, 2])]
)
def test_what_a_winner_took(winners: tuple[int, ...], gains: list[int]) -> None:
    seats = tuple(map(Seat, winners))
    ended = values.LastHand("showdown", seats, 7, (None,) * 3, (None,) * 3)
    assert [tags.gains(ended, seat) for seat in winners] == gains
