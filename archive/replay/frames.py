"""Replay of a match that is over: states, facts and chance, step by step, from its event log.

A match that is over never changes, so what was worked out is kept in the process. It holds every
state, so it is only made for a match that is over (`archive.replay.access` says for whom).
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from games import registry
from games.console.replaying import options_of
from games.engine import codec
from games.engine.chance import chance_for
from games.engine.contract import Chance, Reason, Rules, Seat, gettext_noop
from games.engine.errors import Refusal
from games.models import Event, Match

T = TypeVar("T")

KEPT = 40
"""Matches a process remembers."""


class CannotReplay(Refusal):
    code = "cannot-replay"
    sentence = gettext_noop("The log of this match no longer gives the match that was played.")


class RecordingChance:
    """Chance that writes down what it was asked and what it gave, in order."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.calls: list[dict[str, Any]] = []

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        deck = list(items)
        result = self._chance.shuffle(deck)
        self._note(call="shuffle", items=deck, result=result)
        return result

    def roll(self, faces: Sequence[T], count: int) -> tuple[T, ...]:
        result = self._chance.roll(faces, count)
        self._note(call="roll", items=list(faces), count=count, result=result)
        return result

    def pick(self, items: Sequence[T]) -> T:
        result = self._chance.pick(items)
        self._note(call="pick", items=list(items), result=result)
        return result

    def _note(self, **call: Any) -> None:
        self.calls.append(codec.dump(call))


@dataclass(frozen=True)
class Frame:
    """One event, what it led to, and the chance that was asked for it."""

    event: Event
    state: Any
    calls: list[dict[str, Any]]


@dataclass(frozen=True)
class Replay:
    """All frames of a match; the frame of event n is the nth."""

    rules: Rules
    options: Any
    frames: list[Frame]
    told: dict[Any, list[Any]] = field(default_factory=dict, compare=False)
    """The log in words, by who reads it through whose eyes in which language."""

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    @property
    def events(self) -> list[Event]:
        return [frame.event for frame in self.frames]


_kept: OrderedDict[int, Replay] = OrderedDict()
_guard = threading.Lock()


def replay_of(match: Match) -> Replay:
    """The replay of a match that is over; made once per process."""
    assert match.status != Match.Status.RUNNING, "a running match keeps its secrets"
    with _guard:
        known = _kept.get(match.pk)
        if known is not None:
            _kept.move_to_end(match.pk)
            return known
    made = make(match)
    with _guard:
        _kept[match.pk] = made
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made


def make(match: Match) -> Replay:
    """Works the match out from its log. The moves were looked up when they were played."""
    return replay_from(match, list(Event.objects.filter(match_id=match.pk).order_by("seq")))


def replay_from(match: Match, events: list[Event]) -> Replay:
    try:
        rules = registry.rules_for(match.game)
        if [event.seq for event in events] != list(range(match.seq + 1)):
            raise CannotReplay(Reason(gettext_noop("The log of this match has a gap.")))
        options = options_of(match)
        frames = list(_frames(rules, options, len(match.fresh), bytes(match.key), events))
    except Refusal:
        raise
    except Exception as error:
        # A log written under other rules fails somewhere inside the game, in no certain way.
        raise CannotReplay from error
    return Replay(rules, options, frames)


def _frames(
    rules: Rules, options: Any, seats: int, key: bytes, events: list[Event]
) -> Iterable[Frame]:
    state: Any = None
    for event in events:
        chance = RecordingChance(chance_for(key, event.seq))
        if event.seq == 0:
            state = rules.deal(seats, options, chance).state
        elif event.move is not None and event.seat is not None:
            move = codec.load_move(rules, event.move)
            seat = Seat(event.seat)
            move = rules.complete(state, seat, move)
            state = rules.apply(state, seat, move, chance).state
        yield Frame(event, state, chance.calls)
