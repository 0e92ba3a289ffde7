"""Sudden Death 31 in words: log lines, offers, questions, results."""

from typing import Any

import msgspec
import pytest
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from games import registry
from games.engine.contract import Outcome, Seat
from games.page.words import Words
from games.thirtyone import narration, rules, values
from games.thirtyone.values import Bet, Discard, Draw, Swap
from tests.games.thirtyone.tables import PLAIN, cards, dealt, played, table

NAMES = {0: "You", 1: "Ana", 2: "<Ben>"}


def who(seat: Seat, *, inside: bool = False) -> SafeString:
    return format_html("{}", "you" if inside and seat == 0 else NAMES[seat])


def plain(text: str) -> str:
    """As it is read: no tags, no invisible mark that asks for a plain symbol."""
    return strip_tags(text).replace("\ufe0e", "")


ME, ANA, BEN = Seat(0), Seat(1), Seat(2)

TOLD = [
    (values.Dealt(hand_no=1, opener=ME), "Hand 1 is dealt. The opener: you.", (), "deal"),
    # A later deal comes with the end of a hand, whose sound is the one to hear.
    (values.Dealt(hand_no=2, opener=ANA), "Hand 2 is dealt. The opener: Ana.", (), ""),
    (
        values.Opened(seat=ANA, amount=1, pot=3, turns=5),
        "Ana bet 1 chip, and so did everybody. The pot is 3: 5 turns.",
        (),
        "coin",
    ),
    (
        values.Opened(seat=ME, amount=6, pot=18, turns=1),
        "You bet 6 chips, and so did everybody. The pot is 18: 1 turn.",
        (),
        "coin",
    ),
    (
        values.DeathStarted(pot=3, turns=5),
        "Sudden death: one chip from everybody. The pot is 3: 5 turns.",
        (),
        "coin",
    ),
    (values.Drew(seat=BEN), "&lt;Ben&gt; drew a card.", (), "card"),
    (values.Saw(card="KD", known_to=(ME,)), "It is K♦.", (), ""),
    (values.Discarded(seat=ME, card="4H"), "You discarded 4♥.", ("4H",), "card"),
    (
        values.Swapped(seat=ANA, card="4H", taken="QS"),
        "Ana swapped 4♥ for Q♠.",
        ("4H",),
        "card",
    ),
    (
        values.Struck(seat=ANA, why="31", cards=cards("AS KS QS"), pot=12),
        "31! Ana laid open A♠ K♠ Q♠ and took the pot of 12.",
        (),
        "win",
    ),
    (
        values.Struck(seat=ME, why="blitz", cards=cards("7S 7D 7C"), pot=3),
        "Blitz! You laid open 7♠ 7♦ 7♣ and took the pot of 3.",
        (),
        "win",
    ),
    (
        values.Shown(seat=ANA, cards=cards("KH 8H 9C"), total=18),
        "Ana showed K♥ 8♥ 9♣: 18.",
        (),
        "",
    ),
    (
        values.Won(winners=(ME,), gains=(12,), total=24),
        "You won the pot with 24: 12 chips.",
        (),
        "win",
    ),
    (
        values.Won(winners=(ANA, ME), gains=(2, 1), total=17),
        "Nothing tells these hands of 17 apart. The pot is split: Ana 2 chips, You 1 chip.",
        (),
        "win",
    ),
    (values.Broke(seat=ANA), "Out of chips: Ana.", (), ""),
]


@pytest.mark.parametrize(("fact", "line", "marks", "sound"), TOLD)
def test_what_happened(fact: Any, line: str, marks: tuple[str, ...], sound: str) -> None:
    assert plain(narration.tell(fact, who)) == line
    assert narration.marks(fact) == marks
    assert narration.sound(fact) == sound


# The hands of seats 0, 1 and 2 at the showdown, and why the pot went where it did.
TIES = [
    ("AH 9H 2C", "KS QS 3D", "2H 3C 4D", "ace beats king"),
    ("KS 9S 2D", "QH 9H 3C", "JD 9D 4C", "king beats queen"),  # the best of the others
    ("AH 9H 2C", "AS 6S 3S", "2H 3C 4D", "nine beats six"),
    ("10H 7H 6H", "10S 8S 5S", "2D 3C 4D", "eight beats seven"),
    ("KS 9S 2D", "QH 8H 3C", "2H 3C 4D", ""),  # another total
    ("KS 9S 2D", "KH 9H 3C", "2H 3C 4D", ""),  # nothing tells them apart
    ("KS 9S 2D", "KH 9H 3C", "QD 9D 4C", "king beats queen"),  # nor what two had against a third
]


@pytest.mark.parametrize(("mine", "anas", "bens", "why"), TIES)
def test_a_tie_says_which_card_decided_it(mine: str, anas: str, bens: str, why: str) -> None:
    state = table([mine, anas, bens], left=1, turn=2, phase="discard", drawn="2S")
    hands = (*state.hands[:2], (*state.hands[2], "2S"))
    step = played(msgspec.structs.replace(state, hands=hands), Discard("2S"))
    told = [plain(words().line(fact, step.facts, who)) for fact in step.facts]
    won = next(line for line in told if "the pot" in line.lower())
    sentence = f" In a tie the higher card counts: {why}."
    assert won.endswith(sentence) if why else "tie" not in won, won
    _, rows = narration.summary(rules.view(step.state, None))
    assert rows is not None and {row.tie for row in rows if row.won} == {why}
    assert {row.tie for row in rows if not row.won} == {""}


def words() -> Words:
    return registry.game("thirtyone").words


def test_every_fact_is_told() -> None:
    assert {type(fact) for fact, *_ in TOLD} == set(values.AnyFact.__args__)


BET = rules.view(table(phase="bet", chips=[4, 20, 36]), ME)
TURN = rules.view(table([*PLAIN[1:3], "AH KH 2C"], opener=1, discards="JH"), BEN)
DRAWN = rules.view(played(table([*PLAIN[1:3], "7S 7D KD"], opener=1, deck="7C"), Draw()).state, BEN)


@pytest.mark.parametrize(
    ("move", "view", "label", "preview", "pieces"),
    [
        (Bet(1), BET, "Bet 1", "The pot will be 3.", ()),
        (Bet(3), BET, "Bet 3", "The pot will be 9.", ()),
        (
            Bet(4),
            BET,
            "Bet 4",
            "The pot will be 12. It is the last of the smallest stack.",
            (),
        ),
        (Draw(), TURN, "Draw a card", "You see the card, then discard one of your four.", ()),
        (Swap("KH"), TURN, "Swap K♥ for J♥", "You will have 21 in hearts.", ("KH", "JH")),
        (Swap("2C"), TURN, "Swap 2♣ for J♥", "That makes 31: the pot is yours.", ("2C", "JH")),
        (Discard("7S"), DRAWN, "Discard 7♠", "You will have 17 in diamonds.", ("7S",)),
        (Discard("KD"), DRAWN, "Discard K♦", "That makes a Blitz: the pot is yours.", ("KD",)),
    ],
)
def test_what_may_be_done(
    move: Any, view: values.View, label: str, preview: str, pieces: tuple[str, ...]
) -> None:
    offer = narration.offer(move, view)
    assert (plain(offer.label), plain(offer.preview), offer.pieces) == (label, preview, pieces)


def test_a_swap_for_the_worse_is_never_the_bright_button() -> None:
    weights = {card: narration.offer(Swap(card), TURN).weight for card in TURN.hand}
    assert weights == {"AH": 0, "KH": 0, "2C": 1}


@pytest.mark.parametrize(
    ("turns", "amount", "said"),
    [
        ("total", 1, "1 chip: 5 turns in all."),
        ("total", 3, "3 chips: 3 turns in all."),
        ("total", 9, "9 chips: 1 turn in all."),
        ("each", 3, "3 chips: 3 turns each."),
        ("each", 5, "5 chips: 1 turn each."),
    ],
)
def test_a_bet_says_what_it_buys_at_this_table(turns: str, amount: int, said: str) -> None:
    assert narration.what_it_buys(amount, turns) == said


def test_the_smallest_bet_is_the_first_one_shown() -> None:
    weights = [narration.offer(Bet(amount), BET).weight for amount in (1, 2, 3, 4)]
    assert weights == sorted(weights, reverse=True) and len(set(weights)) == 4


@pytest.mark.parametrize(
    ("state", "seat", "question"),
    [
        (table(phase="bet"), 0, "You open: your bet buys the turns of this hand"),
        (table(phase="bet"), 1, "The bet is being chosen"),
        (table(phase="bet"), None, "The bet is being chosen"),
        (table(turn=1), 1, "Draw a card: nothing is discarded yet"),
        (table(turn=1, discards="JH"), 1, "Draw, or choose a card to swap for J♥"),
        (table(turn=1, left=1), 0, "1 turn left in this hand"),
        (table(turn=1, left=4), None, "4 turns left in this hand"),
        (played(table(turn=1), Draw()).state, 1, "Discard one of your four cards"),
        (dealt(["7S 7H 7D", *PLAIN[1:3]], chips=2).state, 0, "The game is over."),
    ],
)
def test_what_is_asked(state: values.State, seat: int | None, question: str) -> None:
    chair = None if seat is None else Seat(seat)
    moves = rules.legal_moves(state, chair) if chair is not None else ()
    assert plain(narration.ask(rules.view(state, chair), chair, moves)) == question


def test_a_hand_is_laid_open_from_the_openers_left() -> None:
    state = table(["KS 9S 2D", "5H 6H 7C", "AD 3H 4C"], deck="10C", left=1, hand_no=3)
    state = played(played(state, Draw()).state, Discard("10C")).state
    number, rows = narration.summary(rules.view(state, None))
    assert number == 3 and rows is not None
    assert [row.seat for row in rows] == [1, 2, 0]
    assert [narration.score_line(row) for row in rows] == [
        "11 in hearts",
        "11 in diamonds",
        "19 in spades",
    ]
    assert [row.won for row in rows] == [False, False, True]
    assert rows[2].counting == cards("KS 9S")


def test_after_a_strike_only_the_winner_is_shown() -> None:
    state = dealt(["7S 7H 7D", *PLAIN[1:3]], chips=2).state
    number, rows = narration.summary(rules.view(state, Seat(1)))
    assert number == 1 and rows is not None
    told = {row.seat: narration.score_line(row) for row in rows}
    assert told == {0: "Blitz", 1: "not shown", 2: "not shown"}
    assert [row.cards for row in rows if row.seat] == [(), ()]


def test_before_the_first_end_there_is_nothing_to_lay_open() -> None:
    assert narration.summary(rules.view(table(), None)) == (0, None)


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome((1, 2, 2), (22, 19, 19), ""), "You won with 22 chips."),
        (Outcome((2, 1, 2), (0, 1, 0), ""), "Ana won with 1 chip."),
        (Outcome((1, 1, 3), (30, 30, 0), ""), "You and Ana share the win with 30 chips each."),
        (Outcome((), (), ""), "The match was abandoned and counts for nobody."),
        (Outcome((None, 2, 3), (0, 0, 0), ""), "Nobody won."),
    ],
)
def test_how_it_ended(outcome: Outcome, line: str) -> None:
    assert plain(narration.headline(outcome, who)) == line


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (values.Options(), "10 hands · 20 chips · 45 s"),
        (
            values.Options(hands=None, chips=2, turns="each", turn_seconds=86400),
            "until one is broke · 2 chips · turns for each · 24 h",
        ),
    ],
)
def test_options_at_a_glance(options: values.Options, line: str) -> None:
    assert narration.option_line(options) == line
