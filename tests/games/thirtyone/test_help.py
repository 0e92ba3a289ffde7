"""The rules page: its pictures are cards of the deck, and its numbers are the rules'."""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from games.thirtyone import rules
from games.thirtyone.hands import DECK, strength_of, turns_for
from tests.games.thirtyone.tables import cards

TEMPLATE = Path(rules.__file__).parent / "templates" / "thirtyone" / "help.html"
SOURCE = TEMPLATE.read_text(encoding="utf-8")


def test_it_renders_with_pictures_that_have_words() -> None:
    page = render_to_string("thirtyone/help.html")
    assert 'aria-label="king of hearts"' in page
    assert "style=" not in page
    assert "<script" not in page


def test_every_picture_is_a_card_of_this_deck() -> None:
    shown = re.findall(r'{% card "(\w+)"', SOURCE)
    assert len(shown) >= 30
    assert set(shown) <= set(DECK)


def test_the_table_of_bets_is_the_one_of_the_rules() -> None:
    rows = re.findall(
        r"<tr><td>(.*?)</td><td class=\"num\">(\d)</td>", render_to_string("thirtyone/help.html")
    )
    listed = [(strip_tags(text), int(turns)) for text, turns in rows]
    assert listed == [
        ("1 chip", turns_for(1)),
        ("2 chips", turns_for(2)),
        ("3 chips", turns_for(3)),
        ("4 chips", turns_for(4)),
        ("5 chips or more", turns_for(5)),
    ]


@pytest.mark.parametrize(
    ("left", "right", "says"),
    [
        ("KS 9S 4D", "QH 9H 8C", "Both have 19. The king is higher than the queen."),
        ("KC 9C 2H", "KD 6D 3D", "Both have 19 with a king."),
        ("JS 7S 2H", "JD 7D 5C", "Nothing tells these apart"),
    ],
)
def test_the_examples_of_ties_are_right(left: str, right: str, says: str) -> None:
    page = render_to_string("thirtyone/help.html")
    assert says in page
    for card in cards(f"{left} {right}"):
        assert f'"{card}"' in SOURCE
    one, other = strength_of(cards(left)), strength_of(cards(right))
    assert one[0] == other[0]
    assert (one == other) if "Nothing" in says else (one > other)
