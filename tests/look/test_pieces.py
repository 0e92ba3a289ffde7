"""Cards and icons as they come out of a template, and cards in words."""

from types import SimpleNamespace

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.utils import translation

from games.page.jinja import environment, scope
from games.page.wording import card_short, card_words
from games.templatetags import pieces


@pytest.fixture(autouse=True)
def plain_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "sprite", lambda path: f"/static/{path}")


def render(source: str, **context: object) -> str:
    return Template("{% load pieces %}" + source).render(Context(context))


def of_region(source: str, **context: object) -> str:
    """As a template of the regions draws it."""
    return environment().from_string(source).render(scope(context))


def test_a_card_is_drawn_twice_and_named_once() -> None:
    assert render('{% card "6S" %}') == (
        '<span class="card s-s" role="img" aria-label="6 of spades">\n'
        '<svg class="full"><use href="/static/cards/deck.svg#6S"/></svg>'
        '<svg class="mini"><use href="/static/cards/deck.svg#6S-mini"/></svg></span>'
    )


def test_a_card_carries_its_zone_id_its_key_and_more_classes() -> None:
    html = render('{% card code id="h-10D" key="10D" classes="last" label="take it" %}', code="10D")
    assert 'class="card s-d last" id="h-10D" data-key="10D" role="img" aria-label="take it"' in html


def test_a_back_is_silent_unless_it_is_given_words() -> None:
    assert 'class="card back" aria-hidden="true"' in render("{% card_back %}")
    assert 'role="img" aria-label="The stock"' in render('{% card_back label="The stock" %}')
    assert "#slot-mini" in render("{% card_slot %}")


def test_what_is_handed_in_is_escaped() -> None:
    html = render('{% card "AS" label=evil key=evil %}', evil='"><script>')
    assert "<script>" not in html
    assert html.count("&#34;&gt;&lt;script&gt;") == 2


@pytest.mark.parametrize("code", ["", "S", "1S", "11H", "6X", "6s", "S6", "back", "AS "])
def test_what_is_not_a_card_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        card_words(code)
    with pytest.raises(ValueError, match="is not a card"):
        card_short(code)


@pytest.mark.parametrize(
    ("code", "words", "short"),
    [
        ("6S", "6 of spades", "6♠\ufe0e"),
        ("10H", "10 of hearts", "10♥\ufe0e"),
        ("AD", "ace of diamonds", "A♦\ufe0e"),
        ("JC", "jack of clubs", "J♣\ufe0e"),
        ("QS", "queen of spades", "Q♠\ufe0e"),
        ("KH", "king of hearts", "K♥\ufe0e"),
    ],
)
def test_a_card_in_words(code: str, words: str, short: str) -> None:
    with translation.override("en"):
        assert (card_words(code), card_short(code)) == (words, short)


def test_an_icon_is_ornament_unless_it_is_labelled() -> None:
    assert render('{% icon "menu" %}') == (
        '<svg class="ic" aria-hidden="true"><use href="/static/icons/icons.svg#menu"/></svg>'
    )
    assert 'class="ic flip" role="img" aria-label="Back"' in render(
        '{% icon "arrow-left" classes="flip" label="Back" %}'
    )


def test_a_pick_is_a_checkbox_of_the_hand_around_its_drawing() -> None:
    html = of_region('{{ pick("drawing", "6S", "h", last=true, drawn=false) }}')
    assert html == (
        '<label class="pick last" id="h-6S">\n<input type="checkbox" class="piece" form="hand"'
        ' autocomplete="off"\nvalue="6S" id="h-6S-in">\ndrawing\n</label>'
    )


@pytest.mark.parametrize(("drawn", "classes"), [(True, "pick big drawn"), (False, "pick big")])
def test_a_state_of_a_pick_holds_or_does_not(drawn: bool, classes: str) -> None:
    source = '{{ pick("", "10S", "t", classes="big", label=evil, drawn=drawn) }}'
    html = of_region(source, drawn=drawn, evil='"<b>')
    assert f'<label class="{classes}" id="t-10S">' in html
    assert 'aria-label="&#34;&lt;b&gt;"' in html


def test_a_fan_says_how_many_it_holds() -> None:
    html = of_region('{{ fan("cards", hand) }}', hand=["6S", "AS"])
    assert '<div class="fan" id="fan" data-n="2" data-zone="hand">\ncards\n</div>' in html


@pytest.mark.parametrize(("count", "backs"), [(0, 0), (1, 1), (3, 3), (13, 3)])
def test_a_small_fan_shows_at_most_three_backs_and_the_number(count: int, backs: int) -> None:
    html = of_region('{{ mini_fan(2, count, "so many") }}', count=count)
    assert html.count("card back") == backs
    assert f'<b class="num">{count}</b>' in html
    assert 'id="seat-2-fan" data-origin="seat-2" role="img" aria-label="so many"' in html
    assert "num" not in of_region("{{ mini_fan(2, 3) }}")


@pytest.mark.parametrize(
    ("gain", "shown"), [("4", "+4"), ("0", "0"), ('4, zero="+0"', "+4"), ('0, zero="+0"', "+0")]
)
def test_a_row_of_a_tally_names_the_player_and_the_gain(gain: str, shown: str) -> None:
    player = SimpleNamespace(name="<i>x", is_you=True, seat=2)
    row = f'{{{{ tally_row("lines", player, gain={gain}, won=1, lost=0) }}}}'
    html = of_region(row, player=player)
    assert html == (
        '<section data-seat="2" class="tally-row me won"><h3><bdi>&lt;i&gt;x</bdi>'
        f' <b class="num">{shown}</b></h3>\nlines\n</section>'
    )


def test_the_sprites_are_where_the_tags_look() -> None:
    assert finders.find("cards/deck.svg")
    assert finders.find("icons/icons.svg")
