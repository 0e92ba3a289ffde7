"""A match that is over, step by step: states, facts and chance worked out again from its log.

A match that is over never changes, so what was worked out is kept in the process. It holds every
state, so it is only made for a match that is over (`archive.replay_access` says for whom).
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


class Recorder:
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
class Film:
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


_films: OrderedDict[int, Film] = OrderedDict()
_guard = threading.Lock()


def film_of(match: Match) -> Film:
    """The film of a match that is over; made once per process."""
    assert match.status != Match.Status.RUNNING, "a running match keeps its secrets"
    with _guard:
        known = _films.get(match.pk)
        if known is not None:
            _films.move_to_end(match.pk)
            return known
    film = make(match)
    with _guard:
        _films[match.pk] = film
        while len(_films) > KEPT:
            _films.popitem(last=False)
    return film


def make(match: Match) -> Film:
    """Works the match out from its log. The moves were looked up when they were played."""
    return film_from(match, list(Event.objects.filter(match_id=match.pk).order_by("seq")))


def film_from(match: Match, events: list[Event]) -> Film:
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
    return Film(rules, options, frames)


def _frames(
    rules: Rules, options: Any, seats: int, key: bytes, events: list[Event]
) -> Iterable[Frame]:
    state: Any = None
    for event in events:
        chance = Recorder(chance_for(key, event.seq))
        if event.seq == 0:
            state = rules.deal(seats, options, chance).state
        elif event.move is not None and event.seat is not None:
            move = codec.load_move(rules, event.move)
            seat = Seat(event.seat)
            move = rules.complete(state, seat, move)
            state = rules.apply(state, seat, move, chance).state
        yield Frame(event, state, chance.calls)
