"""The stage between two rounds, in every game that has rounds. No game is named here."""

from functools import cache
from typing import Any

import msgspec
import pytest

from games import registry
from games.engine import codec, intermission
from games.engine.chance import Stream, chance_for
from games.engine.contract import CLOCK, Rules, Seat
from games.engine.errors import IllegalMove, NotYourTurn
from games.engine.intermission import PLAY_ON, RoundOptions
from games.engine.play import play
from games.engine.self_play import PlayedMatch, play_match, settings

WITH_ROUNDS = [
    key for key in registry.game_keys() if issubclass(registry.rules_for(key).Options, RoundOptions)
]
every_game = pytest.mark.parametrize("key", WITH_ROUNDS)


def has_stage(match: PlayedMatch) -> bool:
    return any(intermission.is_between(state) for state in match.states)


@cache
def match_with_stage(key: str) -> PlayedMatch:
    """A match in which a round ends and another follows."""
    rules = registry.rules_for(key)
    every = [(n, options) for n, options in settings(rules) if intermission.is_on(options)]
    tried = (play_match(rules, n, options, seed) for seed in range(20) for n, options in every)
    return next(match for match in tried if has_stage(match))


def stage_of(key: str) -> tuple[Rules, PlayedMatch, int]:
    """The rules, a match, and the number of the state in which its first round is over."""
    match = match_with_stage(key)
    number = next(n for n, state in enumerate(match.states) if intermission.is_between(state))
    return registry.rules_for(key), match, number


def test_there_are_games_with_rounds() -> None:
    assert len(WITH_ROUNDS) >= 3


@every_game
def test_what_was_played_still_lies_there_and_nothing_is_dealt(key: str) -> None:
    rules, match, number = stage_of(key)
    facts = match.moments[number - 1].facts
    assert not any(type(fact) is type(match.dealt.facts[0]) for fact in facts)
    kit = registry.game(key).kit
    assert sorted(kit.pieces(match.states[number])) == sorted(kit.pieces(match.states[number - 1]))
    assert rules.view(match.states[number], None).turn is None


@every_game
def test_each_seat_plays_on_once_and_the_last_deals(key: str) -> None:
    rules, match, number = stage_of(key)
    state, seats = match.states[number], match.seats
    label = rules.timer(state)
    for seat in map(Seat, range(seats)):
        assert list(rules.legal_moves(state, seat)) == [PLAY_ON]
        step = play(rules, state, seat, {"type": "playOn"}, chance_for(match.key, number + 1))
        state = step.state
        if seat < seats - 1:
            assert rules.view(state, None).pressed == tuple(range(seat + 1))
            assert step.facts == () and rules.timer(state) == label, "one clock for all of it"
            with pytest.raises(NotYourTurn):
                play(rules, state, seat, PLAY_ON, Stream(match.key, 0))
    assert not intermission.is_between(state) and not state.pressed
    assert isinstance(step.facts[0], type(match.dealt.facts[0]))


@every_game
def test_the_clock_deals_the_same_round(key: str) -> None:
    """By the chance of its own step, whoever lets it be dealt."""
    rules, match, number = stage_of(key)
    before = match.states[number]
    timer = rules.timer(before)
    assert timer is not None and (timer.seat, timer.seconds) == (CLOCK, intermission.SECONDS)
    dealt = play(rules, before, CLOCK, timer.move, chance_for(match.key, 99))
    last = msgspec.structs.replace(before, pressed=tuple(range(match.seats - 1)))
    pressed = play(rules, last, Seat(match.seats - 1), PLAY_ON, chance_for(match.key, 99))
    assert dealt == pressed


@every_game
def test_nobody_plays_anything_else_meanwhile_nor_on_at_another_time(key: str) -> None:
    rules, match, number = stage_of(key)
    move = match.moments[0].move
    with pytest.raises(IllegalMove, match="The round is over"):
        play(rules, match.states[number], Seat(0), move, Stream(match.key, 0))
    moment = match.moments[0]
    with pytest.raises(IllegalMove, match="No round has just ended"):
        play(rules, moment.state, moment.seat, PLAY_ON, Stream(match.key, 0))


@every_game
def test_off_it_is_not_on_the_wire(key: str) -> None:
    """A log from before it was known reads and plays as it did."""
    rules = registry.rules_for(key)
    assert "intermission" not in codec.dump(rules.Options())
    match = play_match(rules, rules.INFO.players[0], rules.Options(), 3)
    assert not has_stage(match)
    for state in match.states:
        dumped: Any = [codec.dump(state), codec.dump(rules.view(state, Seat(0)))]
        assert not any("pressed" in one for one in dumped)


@every_game
@pytest.mark.parametrize(("seconds", "is_on"), [(45, True), (86400, False)])
def test_a_new_match_has_it_if_people_are_there(key: str, seconds: int, is_on: bool) -> None:
    options = registry.rules_for(key).Options(turn_seconds=seconds)
    assert intermission.is_on(options.at_start()) is is_on
