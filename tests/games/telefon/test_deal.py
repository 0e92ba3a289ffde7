"""Dealing, who opens, options, and the wire."""

import json

import msgspec
import pytest

from games import registry
from games.engine import codec
from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.engine.errors import InvalidMove, InvalidOptions
from games.engine.self_play import key_of, play_match
from games.telefon import rules, values
from games.telefon.tiles import SET
from games.telefon.values import Draw, Options, Pass, Play
from tests.games.telefon.tables import Fixed, table, tiles

RULES = registry.rules_for("telefon")


def first(front: str) -> Fixed:
    """The set with these tiles in front."""
    head = tiles(front)
    return Fixed((*head, *(tile for tile in SET if tile not in head)))


@pytest.mark.parametrize(
    ("seats", "hand", "each", "bazar"),
    [
        (2, "default", 7, 14),
        (3, "default", 5, 13),
        (4, "default", 5, 8),
        (2, 7, 7, 14),
        (3, 7, 7, 7),
        (4, 7, 7, 0),
    ],
)
def test_hands_are_cut_in_blocks_and_the_rest_is_the_bazar(
    seats: int, hand: object, each: int, bazar: int
) -> None:
    options = Options(hand=hand)  # type: ignore[arg-type]
    state = rules.deal(seats, options, Fixed()).state
    for seat in range(seats):
        assert state.hands[seat] == SET[seat * each : (seat + 1) * each]
    assert state.bazar == SET[seats * each :]
    assert len(state.bazar) == bazar


def test_the_set_is_written_low_high() -> None:
    assert len(SET) == 28 and SET[0] == "0-0" and SET[-1] == "6-6"
    assert all(tile[0] <= tile[2] for tile in SET)


@pytest.mark.parametrize(
    ("front", "opener", "must"),
    [
        # The first of the list that anybody holds, whoever it is.
        ("0-1 0-2 0-3 0-4 0-5 0-6 1-1 2-3 2-4 2-5 2-6 3-4 3-5 3-6", 1, "2-3"),
        ("0-1 0-2 0-3 0-4 0-5 0-6 1-1 2-2 2-4 2-5 2-6 3-4 3-5 3-6", 0, "1-1"),
        ("0-1 0-2 0-3 0-4 0-5 0-6 6-6 2-2 2-4 2-5 2-6 3-4 3-5 3-6", 1, "2-2"),
        ("0-1 0-2 0-3 0-4 0-5 3-3 6-6 0-0 2-4 2-5 2-6 3-4 3-5 4-4", 0, "3-3"),
        ("0-1 0-2 0-3 0-4 0-5 0-6 6-6 0-0 2-4 2-5 2-6 3-4 3-5 4-4", 1, "4-4"),
        ("0-1 0-2 0-3 0-4 0-5 0-6 6-6 0-0 2-4 2-5 2-6 3-4 3-5 5-5", 1, "5-5"),
        ("0-1 0-2 0-3 0-4 0-5 0-6 1-2 0-0 2-4 2-5 2-6 3-4 6-6 3-6", 1, "6-6"),
        ("0-1 0-2 0-3 0-4 0-5 0-6 1-2 0-0 2-4 2-5 2-6 3-4 3-5 3-6", 1, "0-0"),
        # None of them: the fewest pips; 0-3 comes before 1-2.
        ("1-4 0-5 2-4 0-3 1-5 1-6 2-5 1-2 2-6 3-4 3-5 3-6 4-5 4-6", 0, "0-3"),
    ],
)
def test_the_first_game_is_opened_by_rank(front: str, opener: int, must: str) -> None:
    step = rules.deal(2, Options(), first(front))
    assert (step.state.turn, step.state.must) == (opener, must)
    assert rules.legal_moves(step.state, Seat(opener)) == (Play(must, "left"),)
    assert rules.legal_moves(step.state, Seat(1 - opener)) == ()
    assert step.facts == (values.Dealt(game=1, each=7, opener=Seat(opener), must=must),)


def test_a_later_game_is_opened_with_any_tile() -> None:
    state = table(["1-4 6-6 0-3", "5-5"], game=2)
    assert [codec.dump(move)["tile"] for move in rules.legal_moves(state, Seat(0))] == [
        "1-4",
        "6-6",
        "0-3",
    ]


@pytest.mark.parametrize("seats", [2, 3])
def test_teams_are_for_four(seats: int) -> None:
    with pytest.raises(InvalidOptions, match="Teams are for 4 players"):
        rules.deal(seats, Options(teams=True), Fixed())
    assert rules.deal(4, Options(teams=True), Fixed()).state.scores == (0, 0)


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(InvalidOptions):
        rules.deal(seats, Options(), Fixed())


@pytest.mark.parametrize(
    "wrong", [{"target": 300}, {"hand": 6}, {"teams": "yes"}, {"rounds": 3}, {"turnSeconds": 5}]
)
def test_options_that_are_not_listed_are_refused_in_words(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidOptions, match="do not exist"):
        codec.load_options(RULES, wrong)


def test_the_options_as_they_are_unless_told() -> None:
    assert codec.dump(codec.load_options(RULES, {})) == {
        "turnSeconds": 45,
        "target": 365,
        "hand": "default",
        "teams": False,
    }


@pytest.mark.parametrize(
    ("wire", "move"),
    [
        ({"type": "play", "tile": "3-5", "end": "left"}, Play("3-5", "left")),
        ({"type": "play", "tile": "3-5"}, Play("3-5")),
        ({"type": "draw"}, Draw()),
        ({"type": "pass"}, Pass()),
    ],
)
def test_moves_as_they_travel(wire: dict[str, str], move: values.AnyMove) -> None:
    assert codec.load_move(RULES, wire) == move


@pytest.mark.parametrize(
    "wire",
    [
        {"type": "play", "tile": "5-3", "end": "left"},
        {"type": "play", "tile": "3-7"},
        {"type": "play", "tile": "3-5\n"},
        {"type": "play", "tile": "3-5", "end": "north"},
        {"type": "play"},
        {"type": "draw", "tile": "3-5"},
        {"type": "knock"},
    ],
)
def test_what_is_no_move_does_not_parse(wire: dict[str, str]) -> None:
    with pytest.raises(InvalidMove):
        codec.load_move(RULES, wire)


def test_the_view_on_the_wire() -> None:
    state = table(["1-4 0-3", "5-5 6-6 2-2"], laid="3-3 2-3>left 3-5>right 3-4>up", bazar="0-0")
    wire = codec.dump(rules.view(state, Seat(0)))
    assert wire == {
        "turn": 0,
        "phase": "play",
        "game": 1,
        "centre": "3-3",
        "spinner": "3-3",
        "chains": {
            "left": [{"tile": "2-3", "outer": 2}],
            "right": [{"tile": "3-5", "outer": 5}],
            "up": [{"tile": "3-4", "outer": 4}],
            "down": [],
            "order": ["3-3", "2-3", "3-5", "3-4"],
        },
        "ends": {
            "left": {"value": 2, "double": False},
            "right": {"value": 5, "double": False},
            "up": {"value": 4, "double": False},
            "down": {"value": 3, "double": False},
        },
        "sum": 11,
        "hand": ["1-4", "0-3"],
        "players": [{"handCount": 2, "score": 0}, {"handCount": 3, "score": 0}],
        "teams": None,
        "bazar": 1,
        "lastScore": 0,
        "games": [],
        "lastBoard": None,
    }
    assert codec.dump(rules.view(state, None))["hand"] == []


def test_in_teams_a_players_score_is_the_teams() -> None:
    view = rules.view(table(["1-4"] * 4, teams=True, scores=[40, 15]), Seat(1))
    assert [player.score for player in view.players] == [40, 15, 40, 15]
    assert view.teams == (40, 15)


def test_a_state_stays_small() -> None:
    longest = 0
    for seed in range(12):
        match = play_match(RULES, 3, Options(), seed)
        sizes = [len(msgspec.json.encode(state)) for state in match.states]
        longest = max(longest, *sizes)
    assert longest < 4096


def test_what_a_match_deals_is_never_the_same_twice() -> None:
    deals = {
        json.dumps(rules.deal(2, Options(), chance_for(key_of(n), 0)).state.hands)
        for n in range(20)
    }
    assert len(deals) == 20
