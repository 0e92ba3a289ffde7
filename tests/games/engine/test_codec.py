"""What travels: shapes that are accepted, and what is said about those that are not."""

from typing import Any

import pytest

from games.engine import codec
from games.engine.contract import Seat, Timer
from games.engine.errors import InvalidMove, InvalidOptions
from tests.games.engine import toy
from tests.games.engine.toy import TOY


def test_keys_are_camel_case_and_the_type_is_first() -> None:
    assert codec.dump(toy.Add(2)) == {"type": "add", "howMuch": 2}


def test_what_is_dumped_loads_as_it_was() -> None:
    state = toy.State(3, Seat(1), 42)
    assert codec.load(codec.dump(state), toy.State) == state


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "add"},
        {"type": "subtract", "howMuch": 1},
        {"type": "add", "howMuch": "1"},
        {"type": "add", "howMuch": True},
        {"type": "add", "howMuch": 1, "and": "more"},
        {"type": "add", "how_much": 1},
        {"type": None, "howMuch": 1},
        {"howMuch": 1},
    ],
)
def test_a_wire_object_of_another_shape_is_no_move(data: dict[str, Any]) -> None:
    with pytest.raises(InvalidMove) as refusal:
        codec.load_move(TOY, data)
    assert str(refusal.value).startswith("That is not a move of this game: ")


@pytest.mark.parametrize("data", [None, 3, "add", [], [1]])
def test_what_is_no_object_is_no_move(data: Any) -> None:
    with pytest.raises(InvalidMove):
        codec.load_move(TOY, data)


def test_missing_options_have_their_defaults() -> None:
    assert codec.load_options(TOY, {}) == toy.Options()
    assert codec.load_options(TOY, {"start": 1}).turn_seconds == 45


@pytest.mark.parametrize(
    "data", [{"start": 2}, {"turnSeconds": 31}, {"turnSeconds": "45"}, {"speed": 1}, None]
)
def test_an_option_that_is_not_listed_is_refused_in_words(data: Any) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        codec.load_options(TOY, data)
    assert str(refusal.value).startswith("These table options do not exist: ")


def test_a_timer_is_plain_json_too() -> None:
    timer = Timer("at 0", 45, Seat(0), toy.Add(1))
    assert codec.dump(timer)["move"] == {"type": "add", "howMuch": 1}
