"""The laws that every game keeps, checked by playing many matches.

A game brings one file for this, `games/<key>/testing.py`, with two functions:

* `imagine(state, seat, chance)`: another state that differs only in what the seat (None: a
  spectator) cannot know — other hands, the order of the stock;
* `pieces(state)`: every card, tile or chip in the state, for conservation.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine import codec
from games.engine.chance import chance_for, match_key
from games.engine.contract import CLOCK, Chance, Rules, Seat, Step
from games.engine.errors import GameOver, IllegalMove, NotYourTurn, Refusal
from games.engine.options import option_sets
from games.engine.play import play, replay, start

LONGEST = 20_000
"""No match takes more steps than this; a longer one does not end by itself."""

WIRED = 40
"""Of a long match so many moments, evenly spread, are written out and read again."""

Chooser = Callable[[Any, Seat, Sequence[Any], Chance], Any]


@dataclass(frozen=True, eq=False)
class Kit:
    """The test kit of a game, from its `testing.py`."""

    imagine: Callable[[Any, Seat | None, Chance], Any]
    pieces: Callable[[Any], Sequence[str]]


class Moment(msgspec.Struct, frozen=True):
    """A step of a match that was played: the state before, and the move that was made."""

    state: Any
    seq: int
    seat: Seat
    move: Any


def key_of(seed: int) -> bytes:
    return match_key(seed.to_bytes(32, "big"), ["law"])


def settings(rules: Rules) -> Iterator[tuple[int, Any]]:
    """Every number of seats with every set of options that the game accepts for it."""
    for players in rules.INFO.players:
        for options in option_sets(rules):
            seats = players + len(rules.extra_seats(options))
            try:
                start(rules, seats, options, key_of(0))
            except Refusal:
                continue
            yield seats, options


def acting_seats(rules: Rules, state: Any, players: int) -> list[Seat]:
    seats = [Seat(seat) for seat in range(players)]
    return [seat for seat in [*seats, CLOCK] if rules.legal_moves(state, seat)]


def at_random(state: Any, seat: Seat, moves: Sequence[Any], chance: Chance) -> Any:
    """First a kind of move, then one of that kind: a hundred ways to roll and one to stop are two.

    Otherwise what a game lists in many ways would hardly ever end.
    """
    kind = chance.pick(list(dict.fromkeys(map(type, moves))))
    return chance.pick([move for move in moves if type(move) is kind])


def by_bot(rules: Rules, level: str) -> Chooser:
    return lambda state, seat, moves, chance: rules.bot(
        rules.view(state, seat), moves, chance, level
    )


def match_of(
    rules: Rules, players: int, options: Any, seed: int, choose: Chooser = at_random
) -> tuple[list[Moment], Any]:
    """A whole match in which one of the seats that may act, picked at random, chooses a move."""
    key = key_of(seed)
    whim = chance_for(key_of(seed + 1_000_000), 0)
    state = start(rules, players, options, key).state
    moments: list[Moment] = []
    while rules.outcome(state) is None:
        assert len(moments) < LONGEST, "the match does not end"
        seat = whim.pick(acting_seats(rules, state, players))
        move = choose(state, seat, rules.legal_moves(state, seat), whim)
        moments.append(Moment(state, len(moments) + 1, seat, move))
        state = play(rules, state, seat, move, chance_for(key, len(moments))).state
    return moments, state


# ---- The laws ----------------------------------------------------------------------------------


def always_somebody_to_act(rules: Rules, state: Any, players: int) -> None:
    """Law 1. Unfinished: somebody may act and the clock has a legal move. Finished: neither."""
    timer = rules.timer(state)
    acting = acting_seats(rules, state, players)
    if rules.outcome(state) is None:
        assert acting, "nobody may act in an unfinished match"
        assert timer is not None, "an unfinished match has no clock"
        assert timer.seconds > 0
        assert timer.move in rules.legal_moves(state, timer.seat), "the clock's move is not legal"
    else:
        assert not acting, "somebody may act after the end"
        assert timer is None, "the clock runs after the end"


def the_same_again(rules: Rules, players: int, options: Any, seed: int) -> None:
    """Law 2. A log replays to its state; the same key deals the same; dump and load are equal."""
    key = key_of(seed)
    moments, end = match_of(rules, players, options, seed)
    log = [(moment.seq, moment.seat, codec.dump(moment.move)) for moment in moments]
    assert replay(rules, players, options, key, log) == end
    assert start(rules, players, options, key) == start(rules, players, options, key)
    for moment in moments[:: 1 + len(moments) // WIRED]:
        same_on_the_wire(moment.state, rules.State)
        same_on_the_wire(moment.move, rules.AnyMove)
        for seat in [*range(players), None]:
            same_on_the_wire(rules.view(moment.state, seat), rules.View)
    same_on_the_wire(end, rules.State)


def same_on_the_wire(value: Any, type_: Any) -> None:
    text = json.dumps(codec.dump(value))
    assert codec.load(json.loads(text), type_) == value


def a_deserted_table_ends(rules: Rules, players: int, options: Any, seed: int) -> Any:
    """Law 3. When only the clock plays, the match still ends. Gives the last state."""
    key = key_of(seed)
    state = start(rules, players, options, key).state
    for seq in range(1, LONGEST):
        timer = rules.timer(state)
        if timer is None:
            assert rules.outcome(state) is not None
            return state
        state = play(rules, state, timer.seat, timer.move, chance_for(key, seq)).state
    raise AssertionError("a deserted table does not end")


def secrets_stay_secret(
    rules: Rules, kit: Kit, state: Any, players: int, chance: Chance, stray: Sequence[Any]
) -> int:
    """Law 4. What a seat cannot know changes nothing it gets: view, moves, refusals.

    Gives the number of pairs in which the imagined state really was another one.
    """
    different = 0
    for seat in [*(Seat(seat) for seat in range(players)), None]:
        other = kit.imagine(state, seat, chance)
        different += other != state
        assert wire(rules.view(state, seat)) == wire(rules.view(other, seat)), seat
        if seat is None:
            continue
        assert wire(rules.legal_moves(state, seat)) == wire(rules.legal_moves(other, seat)), seat
        for move in stray:
            if move not in rules.legal_moves(state, seat):
                assert rules.why_not(state, seat, move) == rules.why_not(other, seat, move), seat
    return different


def wire(value: Any) -> bytes:
    return json.dumps(codec.dump(value)).encode()


def only_legal_moves_pass(
    rules: Rules, state: Any, players: int, chance: Chance, stray: Sequence[Any]
) -> None:
    """Law 5. Every legal move is accepted, every other refused, and a refusal changes nothing."""
    before = wire(state)
    for seat in (Seat(seat) for seat in range(players)):
        legal = rules.legal_moves(state, seat)
        assert len(set(map(wire, legal))) == len(legal), "a move is listed twice"
        for move in legal:
            assert isinstance(play(rules, state, seat, codec.dump(move), chance), Step)
        for move in stray:
            if move in legal:
                continue
            try:
                play(rules, state, seat, move, chance)
            except (GameOver, NotYourTurn, IllegalMove) as refusal:
                assert str(refusal).strip(), "a refusal says why"
            else:
                raise AssertionError(f"{move} was accepted from seat {seat}")
    assert wire(state) == before


def nothing_appears_or_vanishes(kit: Kit, states: Sequence[Any]) -> None:
    """Law 6. Cards, tiles and chips are conserved."""
    first = Counter(kit.pieces(states[0]))
    for state in states[1:]:
        assert Counter(kit.pieces(state)) == first


def facts_are_sound(rules: Rules, players: int, options: Any, seed: int) -> None:
    """Facts survive the wire, and name only seats that exist."""
    key = key_of(seed)
    moments, _ = match_of(rules, players, options, seed)
    steps = [start(rules, players, options, key)]
    steps += [rules.apply(m.state, m.seat, m.move, chance_for(key, m.seq)) for m in moments]
    for step in steps:
        for fact in step.facts:
            same_on_the_wire(fact, rules.AnyFact)
            assert all(0 <= seat < players for seat in fact.known_to or ())
