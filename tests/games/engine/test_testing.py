"""The laws can fail: each catches a game that breaks it."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine import testing
from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.engine.self_play import play_match
from tests.games.engine import toy
from tests.games.engine.toy import TOY

STATE = toy.State(3, Seat(0), 7)
CHANCE = chance_for(bytes(32), 1)


def broken(**changes: Any) -> Any:
    """The toy game with something wrong."""
    return replace(TOY, **changes)


KIT = testing.Kit(
    imagine=lambda state, seat, chance: toy.State(state.total, state.turn, state.secret + 1),
    pieces=lambda state: [str(state.secret)],
)


@pytest.mark.parametrize(
    "rules",
    [
        broken(legal_moves=lambda state, seat: ()),
        broken(timer=lambda state: None),
        broken(timer=lambda state: toy.Timer("x", 45, Seat(1), toy.Add(1))),
        broken(outcome=lambda state: toy.Outcome((1, 2), (1, 0), "early")),
    ],
    ids=["nobody may act", "no clock", "the clock's move is illegal", "moves after the end"],
)
def test_law_1_catches(rules: Any) -> None:
    with pytest.raises(AssertionError):
        testing.always_somebody_to_act(rules, STATE, 2)


def test_law_2_catches_a_game_with_a_chance_of_its_own() -> None:
    secret = iter(range(10_000))

    def deal(seats: int, options: Any, chance: Any) -> Any:
        return toy.Step(toy.State(0, Seat(0), next(secret)))

    with pytest.raises(AssertionError):
        rules = broken(deal=deal)
        testing.the_same_again(rules, play_match(rules, 2, toy.Options(), 1))


def test_law_3_catches_a_table_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "LONGEST", 50)

    def apply(state: Any, seat: Seat, move: Any, chance: Any) -> Any:
        return toy.Step(toy.State(0, Seat(1 - seat), 0))

    with pytest.raises(AssertionError, match="does not end"):
        testing.a_deserted_table_ends(broken(apply=apply), 2, toy.Options(), bytes(32))


@pytest.mark.parametrize(
    "rules",
    [
        broken(view=lambda state, seat: toy.View(state.secret, None)),
        broken(legal_moves=lambda state, seat: (toy.Add(state.secret),)),
        broken(why_not=lambda state, seat, move: toy.Reason(str(state.secret))),
    ],
    ids=["view", "moves", "refusal"],
)
def test_law_4_catches_a_secret_told_by(rules: Any) -> None:
    with pytest.raises(AssertionError):
        testing.secrets_stay_secret(rules, KIT, STATE, 2, CHANCE, [toy.Add(9)])


def test_law_4_counts_the_pairs_that_differ() -> None:
    assert testing.secrets_stay_secret(TOY, KIT, STATE, 2, CHANCE, [toy.Add(9)]) == 3


def test_law_5_catches_a_move_listed_twice() -> None:
    rules = broken(legal_moves=lambda state, seat: (toy.Add(1), toy.Add(1)))
    with pytest.raises(AssertionError, match="twice"):
        testing.only_legal_moves_pass(rules, STATE, 2, CHANCE, [])


def test_law_5_catches_a_refusal_without_a_word() -> None:
    rules = broken(why_not=lambda state, seat, move: toy.Reason(" "))
    with pytest.raises(AssertionError, match="says why"):
        testing.only_legal_moves_pass(rules, STATE, 2, CHANCE, [toy.Add(9)])


def test_law_6_catches_a_lost_piece() -> None:
    with pytest.raises(AssertionError):
        testing.nothing_appears_or_vanishes(KIT, [STATE, toy.State(3, Seat(0), 8)])


def test_the_toy_itself_keeps_the_laws() -> None:
    testing.always_somebody_to_act(TOY, STATE, 2)
    match = play_match(TOY, 2, toy.Options(), 1)
    testing.the_same_again(TOY, match)
    testing.a_deserted_table_ends(TOY, 2, toy.Options(), bytes(32))
    testing.only_legal_moves_pass(TOY, STATE, 2, CHANCE, [toy.Add(9)])
    testing.facts_are_sound(TOY, match)
