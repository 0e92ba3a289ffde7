"""The rules page: its pictures are cards of the deck, and its numbers are the rules'."""

import re
from pathlib import Path

from django.template.loader import render_to_string
from django.utils.html import strip_tags

from games.forty import rules, values

TEMPLATE = Path(rules.__file__).parent / "templates" / "forty" / "help.html"


def test_it_renders_with_pictures_that_have_words() -> None:
    page = render_to_string("forty/help.html")
    assert 'aria-label="6 of spades"' in page
    assert "style=" not in page
    assert "<script" not in page


def test_every_picture_is_a_card_of_this_deck() -> None:
    shown = re.findall(r'{% card "(\w+)"', TEMPLATE.read_text(encoding="utf-8"))
    assert len(shown) >= 15
    assert set(shown) <= set(values.DECK)


def test_what_counts_is_listed_with_the_points_of_the_rules() -> None:
    row = r"<tr>\s*<td>(.*?)</td>\s*<td class=\"num\">(\d)</td>"
    rows = re.findall(row, render_to_string("forty/help.html"), re.DOTALL)
    assert [(strip_tags(text).strip(), int(points)) for text, points in rows] == [
        ("Each ace", rules.score_of(["AC"]).points),
        ("The 2 of spades", rules.score_of(["2S"]).points),
        ("The 10 of diamonds", rules.score_of(["10D"]).points),
        ("Exactly five spades", rules.points_for_spades(5)),
        ("Six or more spades", rules.points_for_spades(6)),
        ("21 or more cards", rules.score_of(["9C"] * values.MOST_CARDS).points),
    ]


def test_the_worked_example_is_counted_right() -> None:
    pile = ["AS", "AD", "2S", "3S", "4S", "5S", "6S"]
    spades = [card for card in pile if card.endswith("S")]
    plain = [card for card in values.DECK if card[-1] in "HC" and card[0] != "A"]
    whole = pile + plain[: 22 - len(pile)]
    assert (len(whole), len(spades)) == (22, 6)
    assert rules.score_of(whole).points == 6
    assert "6 in all" in render_to_string("forty/help.html")
