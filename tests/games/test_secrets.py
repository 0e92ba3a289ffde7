"""Non-interference on the wire: what a seat cannot know changes no byte that it is sent.

A pair is a moment of a match and the same moment imagined otherwise (`imagine` of the game's test
kit). Whoever looks from that seat must be sent the same page, the same push, the same answer of the
API and the same lines of the log; equal bytes are of equal length, also deflated. `--pairs 10000`
compares so many a game and seat.
"""

import re
from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from api.serializers.matches import encode, serialize_match
from games import registry
from games.engine import defaults
from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.engine.errors import Refusal
from games.engine.play import play
from games.engine.self_play import Moment, PlayedMatch, key_of, play_match
from games.engine.testing import wire
from games.live.packing import packed
from games.page import pushing, regions
from games.selectors import LoadedMatch
from ops.bench.pushes import loaded, tables

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize(
    "key", [g.rules.INFO.key for g in registry.games() if g.kit.imagine is not defaults.imagine]
)

ADVICE = re.compile(r'id="coach-line"[^>]*>\s*\w')

IMAGINED = 3
"""Other worlds a moment and seat: what is true is rendered once for all of them."""


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LoadedMatch, "since_read", 0.0)


@every_game
def test_what_a_seat_cannot_know_changes_no_byte(key: str, request: pytest.FixtureRequest) -> None:
    game, wanted = registry.game(key), request.config.getoption("--pairs")
    seen: Counter[Any] = Counter()
    for played, seed in matches(game.rules):
        for reader, number in compared(game, played, seed, wanted, seen):
            seen[reader] += number
        if seed and min(seen.values()) >= wanted:  # by then every kind of table was seen
            break
    print(f"{key}: {dict(seen)} pairs")


def test_a_leak_would_be_seen() -> None:
    """To a player, a world imagined for a watcher looks different: their own hand is another."""
    told_apart = set()
    for game in registry.games():
        played, seed = next(matches(game.rules))
        chance = chance_for(key_of(seed), 0)
        for shown in loaded(game.rules, played):
            twin = replace(
                shown, state=game.kit.imagine(shown.state, None, chance), html={}, kept={}
            )
            here, there = (everything(each, Seat(0), pushing.NOTHING)[0] for each in (shown, twin))
            if here != there:
                told_apart.add(game.rules.INFO.key)
                break
    assert len(told_apart) >= 3, told_apart


def test_a_coach_is_among_what_is_compared() -> None:
    for game in registry.games():
        played, _seed = next(matches(game.rules))
        pages = (
            everything(coached(shown, Seat(0)), Seat(0), pushing.NOTHING)[0][2]
            for shown in loaded(game.rules, played)
        )
        assert any(ADVICE.search(page) for page in pages), game.rules.INFO.key


def matches(rules: Any) -> Iterator[tuple[PlayedMatch, int]]:
    """Matches at the fullest table, and at one with a host in turn."""
    kinds = [(seats, options) for _, seats, options in tables(rules)]
    for seed in count():
        yield play_match(rules, *kinds[seed % len(kinds)], seed), seed


def readers(played: PlayedMatch) -> list[Seat | None]:
    return [*(Seat(seat) for seat in range(played.seats)), None]


def compared(
    game: registry.Game, played: PlayedMatch, seed: int, wanted: int, seen: Counter[Any]
) -> Iterator[tuple[Seat | None, int]]:
    """Compares at every moment of a match, and says for which reader how many pairs there were."""
    chance = chance_for(key_of(seed + 3_000_000), 0)
    sent: dict[Seat | None, pushing.Sent] = {}
    for read, moment in zip(loaded(game.rules, played), played.moments, strict=True):
        for reader in readers(played):
            if seen[reader] >= wanted:
                continue
            before = sent.get(reader, pushing.NOTHING)
            shown = coached(read, reader) if seed % 2 else read
            told, sent[reader] = everything(shown, reader, before)
            others = (game.kit.imagine(shown.state, reader, chance) for _ in range(IMAGINED))
            different = [other for other in others if other != shown.state]
            for other in different:
                twin = replace(shown, state=other, html={}, kept={})
                again, _ = everything(twin, reader, before)
                assert again == told, f"{game.rules.INFO.key}, seed {seed}, seat {reader}"
                same_lines(game, played, moment, other, reader)
            yield reader, len(different)


def coached(shown: LoadedMatch, reader: Seat | None) -> LoadedMatch:
    """The same as practice: the reader is alone among gentle bots, and a coach advises."""
    gentle, match = shown.rules.INFO.levels[0], copy(shown.match)
    match.bots = {str(seat): gentle for seat in range(len(shown.seats)) if seat != reader}
    return replace(shown, match=match, html={}, kept=dict(shown.kept))


def everything(
    shown: LoadedMatch, reader: Seat | None, before: pushing.Sent
) -> tuple[list[Any], pushing.Sent]:
    """All that reaches one reader at one moment, in every shape."""
    user = None if reader is None else shown.seats[reader].user
    shown.kept |= {"code": "ABCDEF", "log": shown.recent}
    push, sent = pushing.update(shown, user, shown.match.seq - 1, before)
    whole = regions.full(shown, user)
    answer = encode(serialize_match(shown, user)) if user is not None else ""
    return [push, packed(push), whole, answer], sent


def same_lines(
    game: registry.Game, played: PlayedMatch, moment: Moment, other: Any, reader: Seat | None
) -> None:
    """Where a move shows a reader the same in both worlds, it is told in the same words.

    A move that brings something to light (a hidden card is played) tells the worlds apart, and may.
    """
    rules, chance = game.rules, chance_for(played.key, moment.seq)
    try:
        there = play(rules, other, moment.seat, moment.move, chance)
    except Refusal:
        return  # in the other world nobody could do that
    here = play(rules, moment.state, moment.seat, moment.move, chance)
    if wire(rules.view(here.state, reader)) == wire(rules.view(there.state, reader)):
        assert lines(here.facts, reader) == lines(there.facts, reader)


def lines(facts: Any, reader: Seat | None) -> list[bytes]:
    return [wire(fact) for fact in facts if fact.known_to is None or reader in fact.known_to]
