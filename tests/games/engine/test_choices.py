"""Legal moves are generated once a state, and never taken for those of another."""

import pytest
from msgspec.structs import replace

from games.engine.chance import chance_for
from games.engine.choices import choices_in
from games.engine.contract import Seat
from games.engine.errors import NotYourTurn
from games.engine.play import play
from tests.games.engine import toy
from tests.games.engine.toy import TOY

FIRST = toy.State(3, Seat(0), 0)
SECOND = replace(FIRST, turn=Seat(1))


def test_they_are_generated_once() -> None:
    choices = choices_in(TOY, FIRST, None)
    assert choices_in(TOY, FIRST, choices) is choices
    assert choices[Seat(0)] is choices[Seat(0)]
    assert list(choices[Seat(0)]) == list(TOY.legal_moves(FIRST, Seat(0)))


def test_those_of_another_state_allow_nothing() -> None:
    """Neither of a state before, nor of one that is equal but not this very one."""
    before = choices_in(TOY, FIRST, None)
    assert before[Seat(0)] and choices_in(TOY, replace(FIRST), before) is not before
    with pytest.raises(NotYourTurn):
        play(TOY, SECOND, Seat(0), toy.Add(1), chance_for(bytes(32), 1), before)
