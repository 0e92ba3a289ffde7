"""A turn plays exactly one card: capture, build, steal-build or throw."""

from typing import Any

import pytest

from games import registry
from games.engine import codec
from games.engine.contract import Seat
from games.engine.errors import InvalidMove
from games.forty import rules, values
from games.forty.values import Build, Capture, StealBuild, Target, Throw
from tests.games.forty.tables import build, cards, played, table

RULES = registry.rules_for("forty")


# The other player always has a card left, so that the round goes on.
OTHER = "9C 9D"


def moves_of(state: values.State, kind: type[Any]) -> set[Any]:
    return {move for move in rules.legal_moves(state, state.turn) if isinstance(move, kind)}


@pytest.mark.parametrize(
    ("hand", "loose", "builds", "targets"),
    [
        ("6S", "6C", [], [Target(card="6C")]),
        ("6S", "6C 6D 5H", [], [Target(card="6C"), Target(card="6D")]),
        ("AS", "AC", [], [Target(card="AC")]),
        ("10S", "", ["6D 4C"], [Target(build=("6D", "4C"))]),
        ("10S", "10H", ["6D 4C", "7D 3C"], None),
        # Loose cards are never added up.
        ("10S", "6C 4C", [], []),
        # A card of a build is not a loose card.
        ("6S", "", ["6D 4C"], []),
        ("4S", "", ["6D 4C"], []),
        ("6S", "", [], []),
    ],
)
def test_a_card_captures_its_own_value_once(
    hand: str, loose: str, builds: list[str], targets: list[Target] | None
) -> None:
    state = table([hand, OTHER], loose=loose, builds=builds)
    if targets is None:
        targets = [
            Target(card="10H"),
            Target(build=("6D", "4C")),
            Target(build=("7D", "3C")),
        ]
    assert moves_of(state, Capture) == {Capture(hand, target) for target in targets}


@pytest.mark.parametrize(
    ("hand", "loose", "made"),
    [
        # The card of the total stays in the hand.
        ("4H 10D", "6C", [Build("4H", "6C", 10)]),
        ("4H 9D", "6C", []),
        # At most 10 together.
        ("5H 10D", "6C", []),
        # An ace counts 1.
        ("AH 2D", "AC", [Build("AH", "AC", 2)]),
        # Two equal cards may build on a third and keep one for it only if the total is held.
        ("4H 4D", "4C", []),
        ("4H 4D 8S", "4C", [Build("4H", "4C", 8), Build("4D", "4C", 8)]),
        # One loose card, never two.
        ("4H 10D", "3C 3D", []),
        ("3H 10D 6D", "3C 7D", [Build("3H", "3C", 6), Build("3H", "7D", 10)]),
    ],
)
def test_builds(hand: str, loose: str, made: list[Build]) -> None:
    assert moves_of(table([hand, OTHER], loose=loose), Build) == set(made)


def test_builds_are_never_added_to() -> None:
    state = table(["AH 10D 9S", OTHER], builds=["5C 4D"])
    assert moves_of(state, Build) == set()


@pytest.mark.parametrize(
    ("hand", "piles", "made"),
    [
        ("4H 7D", ["", "5S 3D"], [StealBuild("4H", Seat(1), "3D", 7)]),
        # Only the top is within reach.
        ("4H 9H", ["", "5S 3D"], []),
        # Never from one's own pile.
        ("4H 7D", ["5S 3D", ""], []),
        # The total must stay in the hand, and be at most 10.
        ("4H 8D", ["", "3D"], []),
        ("8H 10D", ["", "3D"], []),
        ("4H 7D", ["", ""], []),
    ],
)
def test_steals(hand: str, piles: list[str], made: list[StealBuild]) -> None:
    assert moves_of(table([hand, OTHER], piles=piles), StealBuild) == set(made)


def test_with_three_players_both_opponents_piles_can_be_robbed() -> None:
    state = table(["9S", "4H 7D 6D", "8S"], turn=1, piles=["3D", "AS", "2C"])
    assert moves_of(state, StealBuild) == {
        StealBuild("4H", Seat(0), "3D", 7),
        StealBuild("4H", Seat(2), "2C", 6),
    }


def test_every_card_may_be_thrown_even_when_it_could_capture() -> None:
    state = table(["6S 7H 8D", OTHER], loose="6C 7C 8C")
    assert moves_of(state, Throw) == {Throw("6S"), Throw("7H"), Throw("8D")}


def test_nobody_acts_out_of_turn() -> None:
    state = table(["6S", OTHER], loose="6C 9H")
    assert rules.legal_moves(state, Seat(1)) == ()
    assert rules.legal_moves(state, Seat(-1)) == ()


# ---- What a move does --------------------------------------------------------------------------


def test_a_captured_card_lies_on_top_of_the_card_that_took_it() -> None:
    state = table(["6S 7H", OTHER], loose="5C 6C 6D", piles=["2C 2D", "3C"], last=1)
    step = played(state, {"type": "capture", "handCard": "6S", "target": {"card": "6C"}})
    assert step.state.piles == (cards("2C 2D 6S 6C"), cards("3C"))
    assert step.state.loose == ("5C", "6D")
    assert step.state.hands[0] == ("7H",)
    assert step.state.last_capturer == 0
    assert step.state.turn == 1
    assert step.facts == (values.Captured(seat=Seat(0), card="6S", taken=("6C",), build=None),)


@pytest.mark.parametrize("named", [["6D", "4C"], ["4C", "6D"]])
def test_a_captured_build_keeps_the_order_in_which_it_was_laid(named: list[str]) -> None:
    state = table(["10S 7H", OTHER], builds=["6D 4C", "9H AD"])
    step = played(state, {"type": "capture", "handCard": "10S", "target": {"build": named}})
    assert step.state.piles[0] == cards("10S 6D 4C")
    assert step.state.builds == (build("9H AD"),)
    assert rules.view(step.state, None).players[0].pile_top == "4C"
    assert step.facts[0].build == 10


def test_a_build_lays_the_loose_card_first_and_is_no_capture() -> None:
    state = table(["4H 10D", OTHER], loose="6C 2D", last=1)
    step = played(state, {"type": "build", "handCard": "4H", "tableCard": "6C", "buildValue": 10})
    assert step.state.builds == (values.TableBuild(("6C", "4H"), 10),)
    assert step.state.loose == ("2D",)
    assert step.state.piles == ((), ())
    assert step.state.last_capturer == 1


def test_a_build_belongs_to_nobody() -> None:
    state = table(["9C", "10H 2D"], turn=1, builds=["6C 4H"])
    assert moves_of(state, Capture) == {Capture("10H", Target(build=("6C", "4H")))}


def test_a_steal_takes_the_top_off_the_pile_and_is_no_capture() -> None:
    state = table(["4H 7D", OTHER], piles=["", "5S 3D"], last=1)
    step = played(
        state,
        {
            "type": "steal-build",
            "handCard": "4H",
            "fromPlayer": 1,
            "stolenCard": "3D",
            "buildValue": 7,
        },
    )
    assert step.state.builds == (values.TableBuild(("3D", "4H"), 7),)
    assert step.state.piles == ((), ("5S",))
    assert step.state.hands[0] == ("7D",)
    assert step.state.last_capturer == 1
    assert step.facts[0].shows == "5S"


def test_the_last_card_of_a_pile_can_be_stolen() -> None:
    state = table(["4H 7D", OTHER], piles=["", "3D"])
    step = played(state, StealBuild("4H", Seat(1), "3D", 7))
    assert step.state.piles == ((), ())
    assert step.facts[0].shows is None


def test_a_thrown_card_lies_loose() -> None:
    step = played(table(["4H 7D", OTHER], loose="2C"), {"type": "throw", "handCard": "4H"})
    assert step.state.loose == ("2C", "4H")
    assert step.state.last_capturer is None


# ---- The wire ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "wire"),
    [
        (
            Capture("10S", Target(build=("6D", "4C"))),
            {"type": "capture", "handCard": "10S", "target": {"build": ["6D", "4C"]}},
        ),
        (
            Capture("6S", Target(card="6C")),
            {"type": "capture", "handCard": "6S", "target": {"card": "6C"}},
        ),
        (
            Build("4H", "6C", 10),
            {"type": "build", "handCard": "4H", "tableCard": "6C", "buildValue": 10},
        ),
        (
            StealBuild("4H", Seat(1), "3D", 7),
            {
                "type": "steal-build",
                "handCard": "4H",
                "fromPlayer": 1,
                "stolenCard": "3D",
                "buildValue": 7,
            },
        ),
        (Throw("4H"), {"type": "throw", "handCard": "4H"}),
        (values.Exchange(), {"type": "exchange"}),
        (values.Keep(), {"type": "keep"}),
    ],
)
def test_moves_travel_as_printed(move: Any, wire: dict[str, Any]) -> None:
    assert codec.load_move(RULES, wire) == move
    dumped = codec.dump(move)
    assert codec.load_move(RULES, dumped) == move
    if isinstance(move, Capture) and "build" in wire["target"]:
        dumped["target"]["build"].sort()
        wire["target"]["build"].sort()
    assert dumped == wire


@pytest.mark.parametrize(
    "wire",
    [
        {"type": "throw"},
        {"type": "throw", "handCard": "11S"},
        {"type": "throw", "handCard": "KS"},
        {"type": "throw", "handCard": "6S\n"},
        {"type": "throw", "handCard": "6s"},
        {"type": "throw", "handCard": "4H", "playerId": "p1"},
        {"type": "capture", "handCard": "6S", "target": {}},
        {"type": "capture", "handCard": "6S", "target": {"card": "6C", "build": ["6D", "4C"]}},
        {"type": "capture", "handCard": "6S", "target": {"build": ["6D"]}},
        {"type": "capture", "handCard": "6S", "target": {"build": ["6D", "4C", "AS"]}},
        {"type": "capture", "handCard": "6S", "target": "6C"},
        {"type": "build", "handCard": "4H", "tableCard": "6C"},
        {"type": "build", "handCard": "4H", "tableCard": "6C", "buildValue": "10"},
        {"type": "steal-build", "handCard": "4H", "stolenCard": "3D", "buildValue": 7},
        {"type": "exchange", "handCard": "3H"},
        {"type": "pass"},
    ],
)
def test_what_does_not_parse_is_no_move(wire: dict[str, Any]) -> None:
    with pytest.raises(InvalidMove):
        codec.load_move(RULES, wire)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_has_exactly_its_fields_on_the_wire(seat: int | None) -> None:
    state = table(["4H 7D", OTHER], loose="2C", builds=["6D 4C"], piles=["", "5S 3D"], last=1)
    view = codec.dump(rules.view(state, None if seat is None else Seat(seat)))
    assert view == {
        "turn": 0,
        "phase": "play",
        "round": 1,
        "table": {"loose": ["2C"], "builds": [{"cards": ["6D", "4C"], "value": 10}]},
        "hand": {0: ["4H", "7D"], 1: ["9C", "9D"], None: []}[seat],
        "players": [
            {"handCount": 2, "pileCount": 0, "pileTop": None, "total": 0},
            {"handCount": 2, "pileCount": 2, "pileTop": "3D", "total": 0},
        ],
        "stock": 0,
        "lastCapturer": 1,
        "starter": None,
        "summary": None,
    }
