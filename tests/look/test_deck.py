"""The deck on disk is the deck that is drawn, whole and safe inside an external sprite."""

import re
from xml.etree import ElementTree

import pytest

from ops.art.draw_cards import DECK, RANKS, SUITS, draw

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def deck() -> str:
    return DECK.read_text(encoding="utf-8")


def test_the_file_is_what_the_generator_draws(deck: str) -> None:
    assert deck == draw(), "run: python -m ops.art.draw_cards"


def test_every_card_has_a_full_and_a_compact_face(deck: str) -> None:
    faces = [f"{rank}{suit}" for suit in SUITS for rank in RANKS] + ["back", "slot"]
    expected = {name for face in faces for name in (face, f"{face}-mini")}
    symbols = [node.attrib["id"] for node in ElementTree.fromstring(deck).iter(f"{SVG}symbol")]
    assert set(symbols) == expected
    assert len(symbols) == len(expected) == 108


@pytest.mark.parametrize("unreliable", ["url(", "class=", "style=", "<use", "<script"])
def test_nothing_in_it_depends_on_the_page(deck: str, unreliable: str) -> None:
    assert unreliable not in deck


@pytest.mark.parametrize(("rank", "pips"), [("2", 2), ("5", 5), ("8", 8), ("10", 10)])
def test_a_number_card_shows_as_many_pips_as_it_counts(deck: str, rank: str, pips: int) -> None:
    for suit in SUITS:
        face = re.search(rf'<symbol id="{rank}{suit}".*?</symbol>', deck)
        assert face
        # Each pip starts with an absolute M; two more stand under the corner letters.
        assert face.group().count("M") == pips + 2
