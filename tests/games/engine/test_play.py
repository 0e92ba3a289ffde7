"""The guarded door: what it checks, in which order, and that a log leads back."""

from typing import Any

import pytest

from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.engine.errors import GameOver, IllegalMove, InvalidMove, NotYourTurn
from games.engine.play import play, replay, start
from tests.games.engine import toy
from tests.games.engine.toy import TOY

KEY = bytes(32)
ONGOING = toy.State(3, Seat(0), 0)
OVER = toy.State(6, Seat(0), 0)


@pytest.mark.parametrize(
    ("state", "seat", "move", "refusal"),
    [
        # It parses, before anything else is looked at.
        (OVER, 1, {"type": "jump"}, InvalidMove),
        # The match is not over, before whose turn it is.
        (OVER, 1, {"type": "add", "howMuch": 1}, GameOver),
        (OVER, 0, toy.Add(1), GameOver),
        # The seat may act, before whether the move is legal.
        (ONGOING, 1, {"type": "add", "howMuch": 9}, NotYourTurn),
        (ONGOING, 5, toy.Add(1), NotYourTurn),
        (ONGOING, 0, {"type": "add", "howMuch": 9}, IllegalMove),
    ],
)
def test_checks_come_in_order(
    state: toy.State, seat: int, move: Any, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal) as raised:
        play(TOY, state, Seat(seat), move, chance_for(KEY, 1))
    assert type(raised.value) is refusal


def test_an_illegal_move_is_refused_with_the_games_own_reason() -> None:
    with pytest.raises(IllegalMove, match=r"^9 is too much\.$"):
        play(TOY, ONGOING, Seat(0), toy.Add(9), chance_for(KEY, 1))


@pytest.mark.parametrize("move", [toy.Add(2), {"type": "add", "howMuch": 2}])
def test_a_legal_move_is_played_as_value_or_wire_object(move: Any) -> None:
    step = play(TOY, ONGOING, Seat(0), move, chance_for(KEY, 1))
    assert (step.state.total, step.state.turn) == (5, 1)
    assert step.facts == (toy.Added(seat=Seat(0)),)
    assert ONGOING.total == 3


def test_a_log_replays_to_the_same_state_chance_included() -> None:
    state = start(TOY, 2, toy.Options(), KEY).state
    log: list[tuple[int, Seat, Any]] = []
    for seq, amount in enumerate([1, 2, 2, 1], start=1):
        log.append((seq, state.turn, {"type": "add", "howMuch": amount}))
        state = play(TOY, state, state.turn, toy.Add(amount), chance_for(KEY, seq)).state
    assert replay(TOY, 2, toy.Options(), KEY, log) == state
    assert replay(TOY, 2, toy.Options(), b"\x01" * 32, log).secret != state.secret


def test_a_log_with_a_move_that_was_never_legal_does_not_replay() -> None:
    with pytest.raises(NotYourTurn):
        replay(TOY, 2, toy.Options(), KEY, [(1, Seat(1), {"type": "add", "howMuch": 1})])
