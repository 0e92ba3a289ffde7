"""Forty in words: log lines, offers, questions, results."""

import re
from typing import Any

import pytest
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from games.engine.contract import Outcome, Seat
from games.forty import narration, rules, values
from games.forty.values import Build, Capture, Exchange, Item, Keep, StealBuild, Target, Throw
from tests.games.forty.tables import table

NAMES = {0: "You", 1: "Ana", 2: "<Ben>"}


def who(seat: Seat, *, inside: bool = False) -> SafeString:
    return format_html("{}", NAMES[seat])


def plain(text: str) -> str:
    """As it is read: no tags, no invisible mark that asks for a plain symbol."""
    return strip_tags(text).replace("\ufe0e", "")


TOLD = [
    (
        values.Dealt(round=1, leader=Seat(0), each=10, starter=None),
        "Round 1: 10 cards each. First to play: You.",
        (),
        "deal",
    ),
    (
        values.Dealt(round=2, leader=Seat(1), each=13, starter="6C"),
        "Round 2: 13 cards each. First to play: Ana. The starter is 6♣.",
        (),
        "deal",
    ),
    (values.StockDealt(each=10), "The stock is dealt: 10 more cards each.", (), "deal"),
    (
        values.Exchanged(seat=Seat(1), taken="6C"),
        "Ana swapped 3♥ for the starter, 6♣.",
        ("3H",),
        "card",
    ),
    (values.Kept(seat=Seat(0), known_to=(Seat(0),)), "You kept 3♥.", (), ""),
    (values.StarterStayed(starter="6C"), "Nobody swapped. 6♣ stays.", (), ""),
    (
        values.Captured(seat=Seat(0), card="6S", taken=("6C",), build=None),
        "You took 6♣ with 6♠.",
        ("6C",),
        "take",
    ),
    (
        values.Captured(seat=Seat(0), card="AS", taken=("AC",), build=None),
        "You took A♣ with A♠.",
        ("AC",),
        "coin",
    ),
    (
        values.Captured(seat=Seat(1), card="10S", taken=("6D", "4C"), build=10),
        "Ana took the build of 10 (6♦, 4♣) with 10♠.",
        ("4C",),
        "take",
    ),
    (
        values.Built(seat=Seat(1), card="4H", table_card="6C", value=10),
        "Ana built 10: 4♥ with 6♣.",
        ("build-4H-6C",),
        "card",
    ),
    (
        values.Stole(seat=Seat(1), victim=Seat(0), card="4H", stolen="3D", value=7, shows="5S"),
        "Ana stole 3♦ from You and built 7 with 4♥.",
        ("build-3D-4H",),
        "card",
    ),
    (values.Threw(seat=Seat(0), card="4H"), "You laid down 4♥.", ("4H",), "card"),
    (
        values.LeftOver(seat=Seat(1), cards=("4H", "9C")),
        "Ana captured last and got what was left: 4♥, 9♣.",
        (),
        "",
    ),
    (
        values.LeftOver(seat=None, cards=("4H",)),
        "Nobody had captured, so nobody gets 4♥.",
        (),
        "",
    ),
    (
        values.RoundScored(
            round=1,
            scores=(values.RoundScore(1, (Item("2S", 1),)), values.RoundScore(0, ())),
            totals=(1, 0),
        ),
        "Round 1 is counted. You: 1 point, Ana: 0 points.",
        (),
        "win",
    ),
]


@pytest.mark.parametrize(("fact", "line", "marks", "sound"), TOLD)
def test_a_fact_is_told_marked_and_heard(
    fact: values.AnyFact, line: str, marks: tuple[str, ...], sound: str
) -> None:
    told = narration.tell(fact, who)
    assert isinstance(told, SafeString)
    assert plain(told) == line
    assert narration.marks(fact) == marks
    assert narration.sound(fact) == sound


def test_every_kind_of_fact_is_told() -> None:
    kinds = set(values.AnyFact.__args__)
    assert {type(row[0]) for row in TOLD} == kinds


def test_a_name_cannot_write_html_and_a_card_has_words_for_ears() -> None:
    told = narration.tell(values.Threw(seat=Seat(2), card="4H"), who)
    assert "&lt;Ben&gt;" in told
    assert 'aria-label="4 of hearts"' in told
    assert 'class="ct s-h"' in told


# ---- Offers ------------------------------------------------------------------------------------

VIEW = rules.view(
    table(
        ["4H 10S 6S AS", "5H"],
        loose="6C AD",
        builds=["6D 4C"],
        piles=["", "5S 3D"],
        starter="6C",
    ),
    Seat(0),
)


@pytest.mark.parametrize(
    ("move", "label", "preview", "pieces", "weight"),
    [
        (
            Capture("6S", Target(card="6C")),
            "Take 6♣",
            "6♠ takes the 6♣. Your pile will show 6♣.",
            ("6S", "6C"),
            3,
        ),
        (
            Capture("AS", Target(card="AD")),
            "Take A♦",
            "A♠ takes the A♦. Your pile will show A♦. 2 points: A♠, A♦.",
            ("AS", "AD"),
            3,
        ),
        (
            Capture("10S", Target(build=("4C", "6D"))),
            "Take build 10",
            "10♠ takes the build of 10: 6♦ and 4♣. Your pile will show 4♣.",
            ("10S", "build-4C-6D"),
            4,
        ),
        (
            Build("4H", "6C", 10),
            "Build 10 with 6♣",
            "4♥ and 6♣ become a build of 10. "
            "Anybody with a 10 may take it; yours stays in your hand.",
            ("4H", "6C"),
            2,
        ),
        (
            StealBuild("4H", Seat(1), "3D", 7),
            "Steal 3♦ → build 7",
            "3♦ leaves that pile and becomes a build of 7 with 4♥. "
            "Anybody with a 7 may take it; yours stays in your hand.",
            ("4H", "3D"),
            2,
        ),
        (Throw("4H"), "Lay down 4♥", "4♥ lies loose on the table.", ("4H",), 1),
        (
            Throw("AS"),
            "Lay down A♠",
            "A♠ lies loose on the table. Worth a point to whoever takes it.",
            ("AS",),
            1,
        ),
        (
            Exchange(),
            "Swap for 6♣",
            "You take 6♣ into your hand and 3♥ lies on the table. Everybody sees it.",
            (),
            2,
        ),
        (
            Keep(),
            "Keep 3♥",
            "6♣ stays on the table. Nobody learns who holds 3♥.",
            (),
            1,
        ),
    ],
)
def test_a_move_is_offered_in_words(
    move: Any, label: str, preview: str, pieces: tuple[str, ...], weight: int
) -> None:
    offer = narration.offer(move, VIEW)
    assert offer.move == move
    assert (plain(offer.label), plain(offer.preview)) == (label, preview)
    assert (offer.pieces, offer.weight) == (pieces, weight)


def test_pieces_tell_all_offers_of_a_turn_apart() -> None:
    state = table(
        ["4H 10S 6S AS 7D 5C", "5H", "2D"],
        loose="6C 6H AD 3C",
        builds=["6D 4C", "8D 2H"],
        piles=["", "5S 3D", "AC"],
    )
    offers = [
        narration.offer(move, rules.view(state, Seat(0)))
        for move in rules.legal_moves(state, Seat(0))
    ]
    assert len({frozenset(offer.pieces) for offer in offers}) == len(offers)


# ---- What is asked -----------------------------------------------------------------------------

WINDOW = table(["4H", "3H", "2D"], loose="6C", starter="6C", phase="exchange")


@pytest.mark.parametrize(
    ("state", "seat", "asked"),
    [
        (table(["4H 10S", "5H"], loose="6C 4C"), 0, "Take, build or lay down one card"),
        (table(["4H 5S", "5H"], loose="4C"), 0, "Take or lay down one card"),
        (table(["4H 10S", "5H"], loose="6C"), 0, "Build or lay down one card"),
        (table(["4H 7S", "5H"], piles=["", "3D"]), 0, "Build or lay down one card"),
        (table(["4H 10S", "5H"]), 0, "Lay down one card: nothing on the table fits"),
        (table(["4H 10S", "5H"]), 1, "Wait for your turn"),
        (table(["4H 10S", "5H"]), None, "A card is being chosen"),
        (table(["", ""], phase="over"), 0, "All cards are played."),
        (WINDOW, 1, "You hold 3♥: swap it for 6♣, or keep it"),
        (WINDOW, 0, "Waiting for the first turn: somebody may swap 3♥ for 6♣"),
        (WINDOW, None, "Waiting for the first turn: somebody may swap 3♥ for 6♣"),
    ],
)
def test_what_is_asked(state: values.State, seat: int | None, asked: str) -> None:
    chair = None if seat is None else Seat(seat)
    moves = () if chair is None else rules.legal_moves(state, chair)
    assert plain(narration.ask(rules.view(state, chair), chair, moves)) == asked


# ---- How it ended ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome((1, 2), (5, 3), ""), "You won with 5 points."),
        (Outcome((2, 1), (0, 1), ""), "Ana won with 1 point."),
        (Outcome((1, 1), (4, 4), ""), "You and Ana share the win with 4 points each."),
        (
            Outcome((1, 1, 1), (0, 0, 0), ""),
            "You, Ana and &lt;Ben&gt; share the win with 0 points each.",
        ),
        (Outcome((), (), ""), "The match was abandoned and counts for nobody."),
        (Outcome((None, None), (0, 0), ""), "Nobody won."),
    ],
)
def test_the_headline(outcome: Outcome, line: str) -> None:
    assert narration.headline(outcome, who) == line


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (Item("ace", 1), "1 ace"),
        (Item("ace", 3), "3 aces"),
        (Item("2S", 1), "2♠"),
        (Item("10D", 1), "10♦"),
        (Item("spades", 1), "Exactly five spades"),
        (Item("spades", 2), "Six or more spades"),
        (Item("cards", 1), "21 or more cards"),
    ],
)
def test_what_counted(item: Item, line: str) -> None:
    assert plain(narration.score_line(item)) == line


@pytest.mark.parametrize(
    ("rounds", "seconds", "line"),
    [
        (1, 45, "1 round · 45 s"),
        (3, 30, "3 rounds · 30 s"),
        (5, 86400, "5 rounds · 24 h"),
        (5, 259200, "5 rounds · 3 days"),
    ],
)
def test_options_at_a_glance(rounds: Any, seconds: Any, line: str) -> None:
    options = values.Options(rounds=rounds, turn_seconds=seconds)
    assert narration.option_line(options) == line


def test_every_sentence_has_named_places() -> None:
    """A translator may need another order: no empty braces in a translated text."""
    with open(narration.__file__, encoding="utf-8") as source:
        texts = re.findall(r'(?:_|ngettext)\(\s*"([^"]*)"', source.read())
    assert len(texts) > 30
    assert not [text for text in texts if "{}" in text]
