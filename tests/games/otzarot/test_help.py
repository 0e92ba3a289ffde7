"""The rules page: its pictures are dice and cards of the game, and its numbers are the rules'."""

import re
from pathlib import Path

from django.template.loader import render_to_string
from django.utils.html import strip_tags

from games.otzarot import probability, rules, scoring
from games.otzarot.deck import TIMES_SHOWN
from games.otzarot.dice import FACES, counts_of
from games.otzarot.narration import CARDS

TEMPLATE = Path(rules.__file__).parent / "templates" / "otzarot" / "help.html"


def test_it_renders_with_pictures_that_have_words() -> None:
    page = render_to_string("otzarot/help.html")
    assert 'aria-label="2 coins, 3 monkeys, 3 skulls"' in page
    assert "style=" not in page
    assert "<script" not in page


def test_every_card_is_there_as_often_as_in_the_deck() -> None:
    page = render_to_string("otzarot/help.html")
    for card, times in TIMES_SHOWN.items():
        name = re.escape(str(CARDS[card].name))
        assert re.search(rf'<b>{name}</b>.*?<span class="times num">×{times}</span>', page)


def test_what_counts_is_listed_with_the_points_of_the_rules() -> None:
    rows = re.findall(
        r"<tr><td>(.*?)</td><td class=\"num\">(\d+)</td>", render_to_string("otzarot/help.html")
    )
    points = [int(points) for _, points in rows]
    assert points == [*scoring.SETS.values(), scoring.TREASURE, scoring.FULL_CHEST]


def test_the_pictures_are_counted_right() -> None:
    text = TEMPLATE.read_text(encoding="utf-8")
    shown = [found.split() for found in re.findall(r'{% dice "([a-z ]+)" %}', text)]
    assert {face for dice in shown for face in dice} <= set(FACES)
    page = strip_tags(render_to_string("otzarot/help.html"))
    for dice, told in ((shown[2], "600"), (shown[3], "1200 in all")):
        counts = counts_of(dice)
        assert scoring.stopped("sorceress", counts).points == int(told.split()[0])
        assert told in page


def test_the_tips_tell_the_true_chance() -> None:
    assert probability.bust(2, 0) == 0
    assert probability.percent(probability.bust(2, 2)) == 31
