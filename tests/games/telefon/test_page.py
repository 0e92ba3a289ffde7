"""The drawn board and the rules page: every picture and every number is the rules' own."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games import registry
from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.engine.self_play import key_of
from games.page.offers import offers_for
from games.telefon import narration, rules, tags, values
from games.telefon.board import chains_of, sum_of_ends
from games.telefon.scoring import limit_of
from tests.games.telefon.tables import board_of, random_board, table


def html_of(state: values.State, seat: int | None = None) -> str:
    view = rules.view(state, None if seat is None else Seat(seat))
    return str(tags.domino_board(view))


def test_every_tile_is_drawn_once_with_words() -> None:
    html = html_of(table(["1-1", "0-0"], laid="3-3 2-3>left 3-5>right 3-4>up 4-4>up"))
    assert re.findall(r'data-key="([^"]+)"', html) == ["3-3", "2-3", "3-5", "3-4", "4-4"]
    assert 'aria-label="double 3"' in html and 'aria-label="2 and 3"' in html
    assert html.count("hub") == 1


def test_every_open_end_has_a_slot() -> None:
    html = html_of(table(["1-1", "0-0"], laid="3-3 2-3>left 3-5>right"))
    assert re.findall(r'value="([^"]+)"', html) == [f"end-{end}" for end in values.ENDS]
    labels = re.findall(r'aria-label="(At [^"]+)"', html)
    assert labels == ["At the 2", "At the 5", "At the upper 3", "At the lower 3"]
    html = html_of(table(["1-1", "0-0"], laid="2-3"))
    assert re.findall(r'value="([^"]+)"', html) == ["end-left", "end-right"]


def test_the_stylesheet_knows_every_place() -> None:
    css = (Path(rules.__file__).parent / "static" / "telefon" / "game.css").read_text()
    for axis in "xywh":
        assert all(f'[data-{axis}^="{tens:02d}"]' in css for tens in range(20))
        assert all(f'[data-{axis}$="{ones}"]' in css for ones in range(10))
    for seed in range(300):
        board = random_board(seed)
        view = values.BoardView(board.centre, chains_of(board), board.spinner, 0)
        html = str(tags.final_board(view))
        assert all(re.fullmatch(r"[01]\d\d", n) for n in re.findall(r'data-[xywh]="(.*?)"', html))
        assert "style=" not in html


def test_what_lies_is_told_as_before_and_the_last_is_marked() -> None:
    """A patch then brings the new tile and nothing of the others."""
    row = "0-1 1-2>right 0-3>left 2-5>right 3-3>left 3-6>left"
    before = html_of(table(["1-1", "0-0"], laid=row)).split("\n")
    after = html_of(table(["1-1", "0-0"], laid=f"{row} 3-4>up")).split("\n")
    new = [line for line in after if "data-way" in line and line not in before]
    tiles = [line for line in new if 'id="b-' in line]
    assert len(tiles) == 1 and 'id="b-3-4"' in tiles[0]
    assert re.findall(r'data-key="([^"]+)" class="bone \w+ last"', "\n".join(after)) == ["3-4"]


def test_ends_with_the_same_value_are_told_apart_by_where_they_lie() -> None:
    state = table(["1-1", "0-0"], laid="3-3 2-3>left 3-5>right 2-5>left")
    names = [narration.end_name(rules.view(state, None), end) for end in values.ENDS]
    assert names == ["At the left 5", "At the right 5", "At the upper 3", "At the lower 3"]


def test_a_lone_double_takes_a_side_by_itself() -> None:
    """Of the two moves that look alike one is offered; both are legal."""
    state = table(["3-5 3-6", "0-0"], laid="3-3")
    view, moves = rules.view(state, Seat(0)), rules.legal_moves(state, Seat(0))
    offered = offers_for(registry.game("telefon").words, view, moves)
    assert [one.pieces for one in offered] == [("3-5", "end-right"), ("3-6", "end-right")]
    assert {one.label for one in offered} == {"At the 3"}
    assert len(moves) == 4


def test_gains_name_what_scores_and_nothing_else() -> None:
    state = table(["4-5 1-5 0-0", "1-1"], laid="3-5 3-3>left")
    view = rules.view(state, Seat(0))
    offers = [narration.offer(move, view) for move in rules.legal_moves(state, Seat(0))]
    html = str(tags.gains(view, offers))
    assert html == '<i data-tile="4-5" data-end="end-right">+10</i>'


def test_no_tile_that_a_seat_cannot_know_is_in_its_board_or_hand() -> None:
    kit = import_module("games.telefon.testing")
    for seed in range(30):
        chance = chance_for(key_of(seed), 0)
        state = rules.deal(3, values.Options(), chance).state
        for _ in range(20):
            for seat in (0, 1, 2):
                other = kit.imagine(state, Seat(seat), chance)
                assert html_of(state, seat) == html_of(other, seat)
            moves = rules.legal_moves(state, state.turn)
            state = rules.apply(state, state.turn, chance.pick(moves), chance).state


# ---- The rules page ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page() -> str:
    return render_to_string("telefon/help.html")


def test_it_renders_with_pictures_that_have_words(page: str) -> None:
    assert 'aria-label="double 5"' in page
    assert "style=" not in page and "<script" not in page
    assert page.count('class="dominoes example"') >= 7


def test_every_sum_on_the_page_is_right(page: str) -> None:
    sums = re.findall(r"<b>([\d +=]+)</b> <span class=\"(badge|muted)\">(.*?)</span>", page)
    assert len(sums) >= 7
    for adding, kind, verdict in sums:
        parts, _, total = adding.partition(" = ")
        assert sum(map(int, parts.split(" + "))) == int(total)
        scores = int(total) % 5 == 0
        assert (kind == "badge") == scores
        assert (f"+{total}" in verdict) == scores


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("3-5 3-3>left 4-5>right", "6 + 4 = 10"),
        ("3-5 5-5>right", "3 + 10 = 13"),
        ("3-3 2-3>left 3-5>right", "2 + 5 = 7"),
    ],
)
def test_an_example_is_reckoned_by_the_rules(moves: str, told: str) -> None:
    html = str(tags.example(moves, "t"))
    assert told in html
    assert str(sum_of_ends(board_of(moves))) == told.split(" = ")[1]


def test_an_example_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        tags.example("3-5 1-1>left", "t")


def test_the_openers_and_the_bonuses_are_the_rules_own(page: str) -> None:
    figure = page.split('class="openers"')[1].split("</figure>")[0]
    words = [narration.tile_words(tile) for tile in rules.OPENERS]
    assert re.findall(r'aria-label="([^"]+)"', figure) == words
    rows = re.findall(r"<tr>\s*((?:<td class=\"num\">\d+</td>\s*)+)</tr>", page)
    cells = [tuple(map(int, re.findall(r">(\d+)<", row))) for row in rows]
    assert cells == [
        (100, 13, 15, 15, 115),
        (290, 41, 45, 10, 300),
        (295, 41, 45, 5, 300),
        (310, 8, 10, 0, 310),
    ]


def test_the_limits_in_the_words_are_the_rules(page: str) -> None:
    for target in (200, 100):
        assert str(limit_of(values.Options(target=target))) in page
