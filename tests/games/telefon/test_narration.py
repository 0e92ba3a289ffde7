"""Telefon Domino in words: log lines, offers, questions, results."""

from typing import Any

import pytest
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from games.engine.contract import Outcome, Seat
from games.telefon import narration, rules, values
from games.telefon.values import Draw, Pass, Play
from tests.games.telefon.tables import played, table

NAMES = {0: "You", 1: "Ana", 2: "<Ben>", 3: "Cem"}


def who(seat: Seat, *, inside: bool = False) -> SafeString:
    return format_html("{}", NAMES[seat])


def plain(text: str) -> str:
    """As it is read: no tags, and a hyphen that may break a line."""
    return strip_tags(text).replace("\u2011", "-")


TOLD = [
    (
        values.Dealt(game=1, each=7, opener=Seat(1), must="2-3"),
        "Game 1: 7 tiles each. Ana must open with 2-3.",
        (),
        "deal",
    ),
    (
        values.Dealt(game=2, each=5, opener=Seat(0), must=None),
        "Game 2: 5 tiles each. You may open with any tile.",
        (),
        "deal",
    ),
    (
        values.Played(seat=Seat(0), tile="2-3", end=None, sum=5, points=0),
        "You opened with 2-3.",
        ("2-3",),
        "domino",
    ),
    (
        values.Played(seat=Seat(1), tile="4-5", end="right", sum=10, points=10),
        "Ana laid 4-5 on the right arm. Telefon! 10 points.",
        ("4-5",),
        "coin",
    ),
    (
        values.Played(seat=Seat(1), tile="4-5", end="left", sum=9, points=0),
        "Ana laid 4-5 on the left arm.",
        ("4-5",),
        "domino",
    ),
    (
        values.Played(seat=Seat(2), tile="4-5", end="up", sum=9, points=0),
        "&lt;Ben&gt; laid 4-5 on the upper arm.",
        ("4-5",),
        "domino",
    ),
    (
        values.Played(seat=Seat(0), tile="4-5", end="down", sum=9, points=0),
        "You laid 4-5 on the lower arm.",
        ("4-5",),
        "domino",
    ),
    (
        values.SpinnerOpened(tile="3-3"),
        "3-3 is the spinner: the board is open four ways.",
        (),
        "",
    ),
    (values.Drew(seat=Seat(1), left=3), "Ana drew a tile.", (), "card"),
    (
        values.Got(seat=Seat(0), tile="0-4", known_to=(Seat(0),)),
        "You got 0-4.",
        ("0-4",),
        "",
    ),
    (values.Passed(seat=Seat(1)), "Ana passed.", (), ""),
    (
        values.GameWon(game=2, seat=Seat(0), why="empty", pips=13, bonus=15, score=80),
        "You played the last tile and won game 2. Bonus: 15 points.",
        (),
        "win",
    ),
    (
        values.GameWon(game=2, seat=Seat(1), why="blocked", pips=13, bonus=0, score=310),
        "Game 2 is blocked. Ana had the fewest pips and won it. Bonus: 0 points.",
        (),
        "win",
    ),
    (
        values.GameTied(game=3, pips=5),
        "Game 3 is blocked. Several have the fewest, 5 pips: nobody wins it.",
        (),
        "",
    ),
]


@pytest.mark.parametrize(("fact", "line", "marks", "sound"), TOLD)
def test_what_happened(fact: Any, line: str, marks: tuple[str, ...], sound: str) -> None:
    assert plain(narration.tell(fact, who)) == line
    assert narration.marks(fact) == marks
    assert narration.sound(fact) == sound


def test_every_kind_of_fact_is_told() -> None:
    assert {type(fact) for fact, *_ in TOLD} == set(values.AnyFact.__args__)


def test_a_tile_in_a_sentence_has_words_for_ears() -> None:
    assert 'aria-label="double 3"' in narration.tile_mark("3-3")
    assert 'aria-label="2 and 5"' in narration.tile_mark("2-5")


@pytest.mark.parametrize(
    ("state", "move", "label", "preview", "pieces"),
    [
        (
            table(["4-5", "1-1"], laid="3-5 3-3>left"),
            Play("4-5", "right"),
            "At the 5: +10",
            "4-5 goes to the 5. The ends make 10: Telefon!",
            ("4-5", "end-right"),
        ),
        (
            table(["1-2", "1-1"], laid="2-3"),
            Play("1-2", "left"),
            "At the 2",
            "1-2 goes to the 2. The ends make 4: no points.",
            ("1-2", "end-left"),
        ),
        (
            table(["3-4", "1-1"], laid="3-3 2-3>left 3-6>right"),
            Play("3-4", "up"),
            "At the upper 3",
            "3-4 goes to the upper 3. The ends make 12: no points.",
            ("3-4", "end-up"),
        ),
        (
            table(["0-3", "1-1"], laid="3-3 2-3>left 3-6>right"),
            Play("0-3", "down"),
            "At the lower 3",
            "0-3 goes to the lower 3. The ends make 8: no points.",
            ("0-3", "end-down"),
        ),
        (
            table(["2-3", "1-1"], must="2-3"),
            Play("2-3", "left"),
            "Open with 2-3",
            "2-3 lies in the middle.",
            ("2-3",),
        ),
        (
            table(["5-5", "1-1"], game=2),
            Play("5-5", "left"),
            "Open with 5-5",
            "5-5 lies in the middle. It makes 10 points below the limit.",
            ("5-5",),
        ),
        (
            table(["0-0", "1-1"], laid="2-3", bazar="1-2 1-3"),
            Draw(),
            "Draw a tile",
            "Nothing fits: one tile comes from the bazar.",
            (),
        ),
        (
            table(["0-0", "1-1"], laid="2-3"),
            Pass(),
            "Pass",
            "Nothing fits and the bazar is empty.",
            (),
        ),
    ],
)
def test_what_may_be_done(
    state: values.State, move: Any, label: str, preview: str, pieces: tuple[str, ...]
) -> None:
    offer = narration.offer(move, rules.view(state, Seat(0)))
    assert plain(offer.label) == label
    assert plain(offer.preview) == preview
    assert offer.pieces == pieces
    assert move in rules.legal_moves(state, Seat(0))


def test_the_points_offered_are_the_points_scored() -> None:
    for laid, hand in [("3-5 3-3>left", "4-5 0-3 1-5 0-0"), ("3-3 2-3>left 3-6>right", "3-4 1-3")]:
        state = table([f"{hand} 1-1", "6-6"], laid=laid)
        view = rules.view(state, Seat(0))
        for move in rules.legal_moves(state, Seat(0)):
            scored = played(state, move).facts[0].points
            assert narration.points_offered(view, move) == scored


@pytest.mark.parametrize(
    ("state", "seat", "asked"),
    [
        (table(["2-3 1-1", "0-0"], must="2-3"), 0, "You open the first game, with 2-3"),
        (table(["2-3 1-1", "0-0"], game=2), 0, "You open this game: lay any tile"),
        (table(["2-6", "0-0"], laid="2-3"), 0, "Lay a tile"),
        (table(["1-6", "0-0"], laid="2-3", bazar="4-4"), 0, "Nothing fits: draw a tile"),
        (table(["1-6", "0-0"], laid="2-3"), 0, "Nothing fits: pass"),
        (table(["1-6", "0-0"], laid="2-3"), 1, "Wait for your turn"),
        (table(["1-6", "0-0"], laid="2-3"), None, "A tile is being chosen"),
        (table(["1-6", "0-0"], laid="2-3", phase="over"), 0, "The match is played."),
    ],
)
def test_what_is_asked(state: values.State, seat: int | None, asked: str) -> None:
    own = None if seat is None else Seat(seat)
    moves = () if own is None else rules.legal_moves(state, own)
    assert plain(narration.ask(rules.view(state, own), own, moves)) == asked


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome((2, 1), (300, 365), ""), "Ana won with 365 points."),
        (Outcome((1, 2, 1, 2), (370, 60, 370, 60), ""), "You and &lt;Ben&gt; won together"),
        (Outcome((), (0, 0), ""), "The match was abandoned"),
        (Outcome((None, None), (0, 0), ""), "Nobody won."),
    ],
)
def test_headlines(outcome: Outcome, line: str) -> None:
    assert narration.headline(outcome, who).startswith(line)


@pytest.mark.parametrize(
    ("score", "against", "line", "cut"),
    [
        (0, "4-4 2-5", "15 pips", False),
        (0, "4-4 1-4", "13 pips, rounded up to 15", False),
        (290, "6-6 5-6 5-5 3-5", "41 pips, rounded up to 45, only 10 up to the limit", True),
        (310, "5-5", "10 pips, none above the limit", True),
    ],
)
def test_the_bonus_in_steps(score: int, against: str, line: str, cut: bool) -> None:
    state = table(["1-2", against], laid="2-3", scores=[score, 0])
    view = rules.view(played(state, Play("1-2", "left")).state, None)
    number, finished = narration.summary(view)
    assert (number, finished is not None) == (1, True)
    assert finished is not None
    assert narration.score_line(finished) == line
    assert finished.is_cut is cut


def test_a_tie_has_no_bonus_and_before_the_first_end_there_is_no_sheet() -> None:
    state = table(["1-4", "0-5"], laid="2-3", passes=1, turn=1)
    assert narration.summary(rules.view(state, None)) == (0, None)
    _, finished = narration.summary(rules.view(played(state, Pass()).state, None))
    assert finished is not None
    assert narration.score_line(finished) == "Equally few pips: nobody wins, no bonus."
    assert not finished.is_cut


def test_in_teams_the_sheet_counts_the_opponents_only() -> None:
    hands = ["1-2", "4-4", "6-6", "1-4"]
    state = played(table(hands, laid="2-3", teams=True), Play("1-2", "left")).state
    _, finished = narration.summary(rules.view(state, None))
    assert finished is not None
    assert (finished.against, finished.total) == ((1, 3), 13)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (values.Options(), "to 365 · 45 s"),
        (values.Options(target=100, teams=True), "to 100 · teams · 45 s"),
        (values.Options(hand=7, turn_seconds=86400), "to 365 · 7 tiles · 24 h"),
    ],
)
def test_options_at_a_glance(options: values.Options, line: str) -> None:
    assert narration.option_line(options) == line
