"""A game's options as fields of a form: nested, listed, hidden, secret, and in the rules' order."""

from types import SimpleNamespace
from typing import Annotated, Any, Literal, cast

import msgspec
import pytest
from django import forms

from games.engine.codec import load_options, part_options
from games.engine.contract import Rules, Value
from games.engine.errors import InvalidOptions
from games.engine.options import TableOptions
from lobby.forms.option_form import chosen_options, option_fields


class Inner(Value, frozen=True, kw_only=True):
    suits: Annotated[
        tuple[Literal["s", "h", "d"], ...],
        msgspec.Meta(extra={"labels": {"s": "Spades", "h": "Hearts", "d": "Diamonds"}}),
    ] = ()
    language: str = "en"


class Options(TableOptions, frozen=True, kw_only=True):
    turn_seconds: Annotated[Literal[30, 45], msgspec.Meta(extra={"hidden": True})] = 45
    mode: Annotated[
        Literal["zebra", "ant"], msgspec.Meta(extra={"labels": {"zebra": "Z", "ant": "A"}})
    ] = "zebra"
    length: Annotated[
        int, msgspec.Meta(ge=1, le=99, extra={"choices": (5, 50), "needs": "mode=ant"})
    ] = 5
    inner: Inner = Inner()
    deck: Annotated[tuple[str, ...] | None, msgspec.Meta(extra={"secret": True})] = None


RULES = cast(Rules, SimpleNamespace(Options=Options))


def words_of(field: forms.Field) -> list[str]:
    return [str(value) for value, _ in cast(Any, field).choices]


def test_what_is_asked_and_in_which_order() -> None:
    fields = option_fields(RULES)
    assert list(fields) == ["option_mode", "option_length", "option_inner_suits"]
    assert words_of(fields["option_mode"]) == ["zebra", "ant"], "as the labels stand in the rules"
    assert words_of(fields["option_length"]) == ["5", "50"]
    assert words_of(fields["option_inner_suits"]) == ["s", "h", "d"]
    assert fields["option_length"].widget.attrs["data-needs"] == "option_mode=ant"
    assert list(option_fields(RULES, besides={"mode", "inner"})) == ["option_length"]


def test_what_was_chosen_is_what_the_game_reads() -> None:
    cleaned = {"option_mode": "ant", "option_length": "50", "option_inner_suits": ["h", "s"]}
    wire = chosen_options(RULES, cleaned)
    assert wire == {"mode": "ant", "length": 50, "inner": {"suits": ["h", "s"]}}
    assert load_options(RULES, wire) == Options(
        mode="ant", length=50, inner=Inner(suits=("h", "s"))
    )


def test_what_needs_another_choice_is_not_taken_beside_others() -> None:
    unmet = {"option_mode": "zebra", "option_length": "50"}
    assert chosen_options(RULES, unmet) == {"mode": "zebra"}
    assert chosen_options(RULES, {"option_length": "50"}) == {"length": 50}, "not asked: not unmet"
    fields = option_fields(RULES)
    assert fields["option_mode"].required and not fields["option_length"].required
    assert chosen_options(RULES, {"option_mode": "ant", "option_length": ""}) == {"mode": "ant"}


def test_secrets_are_neither_taken_nor_shown() -> None:
    with pytest.raises(InvalidOptions):
        load_options(RULES, {"deck": ["7S"]})
    shown, secret = part_options(RULES, Options(deck=("7S",)))
    assert "deck" not in shown and secret == {"deck": ["7S"]}
    assert part_options(RULES, Options())[1] == {"deck": None}
