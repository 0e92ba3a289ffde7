"""Laws: what every game keeps, checked on matches that the program plays by itself.

A game brings one file for this, `games/<key>/testing.py`, with two functions:

* `imagine(state, seat, chance)`: another state that differs only in what the seat (None: a
  spectator) cannot know — other hands, the order of the stock;
* `pieces(state)`: every card, tile or chip in the state, for conservation.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine import codec
from games.engine.chance import chance_for
from games.engine.contract import Chance, Rules, Seat, Step
from games.engine.errors import GameOver, IllegalMove, NotYourTurn
from games.engine.play import play, replay, start
from games.engine.self_play import LONGEST, PlayedMatch, acting_seats

WIRED = 40
"""Of a long match so many moments, evenly spread, are written out and read again."""


@dataclass(frozen=True, eq=False)
class Kit:
    """The test kit of a game, from its `testing.py`."""

    imagine: Callable[[Any, Seat | None, Chance], Any]
    pieces: Callable[[Any], Sequence[str]]


def always_somebody_to_act(rules: Rules, state: Any, seats: int) -> None:
    """Law 1. Unfinished: somebody may act and the clock has a legal move. Finished: neither."""
    timer = rules.timer(state)
    acting = acting_seats(rules, state, seats)
    if rules.outcome(state) is None:
        assert acting, "nobody may act in an unfinished match"
        assert timer is not None, "an unfinished match has no clock"
        assert timer.seconds > 0
        assert timer.move in rules.legal_moves(state, timer.seat), "the clock's move is not legal"
    else:
        assert not acting, "somebody may act after the end"
        assert timer is None, "the clock runs after the end"


def the_same_again(rules: Rules, match: PlayedMatch) -> None:
    """Law 2. A log replays to its state; the same key deals the same; dump and load are equal."""
    log = [(moment.seq, moment.seat, codec.dump(moment.move)) for moment in match.moments]
    assert replay(rules, match.seats, match.options, match.key, log) == match.end
    assert start(rules, match.seats, match.options, match.key) == match.dealt
    for moment in match.moments[:: 1 + len(match.moments) // WIRED]:
        same_on_the_wire(moment.state, rules.State)
        same_on_the_wire(moment.move, rules.AnyMove)
        for seat in [*range(match.seats), None]:
            same_on_the_wire(rules.view(moment.state, seat), rules.View)
    same_on_the_wire(match.end, rules.State)


def same_on_the_wire(value: Any, type_: Any) -> None:
    text = json.dumps(codec.dump(value))
    assert codec.load(json.loads(text), type_) == value


def a_deserted_table_ends(rules: Rules, seats: int, options: Any, key: bytes) -> Any:
    """Law 3. When only the clock plays, the match still ends. Gives the last state."""
    state = start(rules, seats, options, key).state
    for seq in range(1, LONGEST):
        timer = rules.timer(state)
        if timer is None:
            assert rules.outcome(state) is not None
            return state
        state = play(rules, state, timer.seat, timer.move, chance_for(key, seq)).state
    raise AssertionError("a deserted table does not end")


def secrets_stay_secret(
    rules: Rules, kit: Kit, state: Any, seats: int, chance: Chance, stray: Sequence[Any]
) -> int:
    """Law 4. What a seat cannot know changes nothing it gets: view, moves, refusals.

    Gives the number of pairs in which the imagined state really was another one.
    """
    different = 0
    for seat in [*(Seat(seat) for seat in range(seats)), None]:
        other = kit.imagine(state, seat, chance)
        different += other != state
        assert wire(rules.view(state, seat)) == wire(rules.view(other, seat)), seat
        if seat is None:
            continue
        legal = rules.legal_moves(state, seat)
        assert wire(legal) == wire(rules.legal_moves(other, seat)), seat
        for move in stray:
            if move not in legal:
                assert rules.why_not(state, seat, move) == rules.why_not(other, seat, move), seat
    return different


def wire(value: Any) -> bytes:
    return json.dumps(codec.dump(value)).encode()


def only_legal_moves_pass(
    rules: Rules, state: Any, seats: int, chance: Chance, stray: Sequence[Any]
) -> None:
    """Law 5. Every legal move is accepted, every other refused, and a refusal changes nothing."""
    before = wire(state)
    for seat in map(Seat, range(seats)):
        legal = rules.legal_moves(state, seat)
        judge = with_moves(rules, legal)
        assert len(set(map(wire, legal))) == len(legal), "a move is listed twice"
        for move in legal:
            assert isinstance(play(judge, state, seat, codec.dump(move), chance), Step)
        for move in stray:
            if move in legal:
                continue
            try:
                play(judge, state, seat, move, chance)
            except (GameOver, NotYourTurn, IllegalMove) as refusal:
                assert str(refusal).strip(), "a refusal says why"
            else:
                raise AssertionError(f"{move} was accepted from seat {seat}")
    assert wire(state) == before


def with_moves(rules: Rules, legal: Sequence[Any]) -> Rules:
    """The rules in a single moment, whose list of moves is made once for all that is tried."""
    return replace(rules, legal_moves=lambda state, seat: legal)


def nothing_appears_or_vanishes(kit: Kit, states: Sequence[Any]) -> None:
    """Law 6. Cards, tiles and chips are conserved."""
    first = Counter(kit.pieces(states[0]))
    for state in states[1:]:
        assert Counter(kit.pieces(state)) == first


def facts_are_sound(rules: Rules, match: PlayedMatch) -> None:
    """Facts survive the wire, and name only seats that exist."""
    for facts in [match.dealt.facts, *(moment.facts for moment in match.moments)]:
        for fact in facts:
            same_on_the_wire(fact, rules.AnyFact)
            assert all(0 <= seat < match.seats for seat in fact.known_to or ())
