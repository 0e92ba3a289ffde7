"""The table of a lesson: a match of no row, at any of its events, as the regions draw one."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people.names import BOT_NAMES
from games import registry
from games.engine import codec
from games.engine.lesson import Lesson, PlayedLesson, play_lesson
from games.event_log import LoggedEvent
from games.models import Event, Match
from games.models import Seat as SeatRow
from games.selectors import RECENT, LoadedMatch

NO_ROW = 0
"""The id of the match: the database knows none of it."""


@dataclass(frozen=True, eq=False)
class Taught:
    """A game's lesson, played to its end."""

    game: registry.Game
    lesson: Lesson
    played: PlayedLesson

    @property
    def last(self) -> int:
        """The number of the step after the last: the end."""
        return len(self.lesson.steps)

    def step_at(self, event: int | None) -> int | None:
        """The step that begins after this event; None in the midst of the others' moves."""
        return self.played.starts.index(event) if event in self.played.starts else None


@cache
def taught(key: str) -> Taught:
    """The lesson of a game; LookupError where there is no such game, or it has none."""
    game = registry.game(key)
    if game.lesson is None:
        raise LookupError(f"{key} has no lesson")
    return Taught(game, game.lesson, play_lesson(game.rules, game.lesson))


def shown_at(lesson: Taught, event: int, reader: User) -> LoadedMatch:
    """The match after one of its events. It always runs: a lesson ends before a match does."""
    rules, frames = lesson.game.rules, lesson.played.frames
    now = datetime.now(UTC)
    events = [event_of(lesson, number, now) for number in range(event + 1)]
    match = Match(pk=NO_ROW, game=lesson.game.key, seq=event, status=Match.Status.RUNNING)
    match.options, _secret = codec.part_options(rules, lesson.lesson.options)
    shown = LoadedMatch(
        match=match,
        rules=rules,
        state=frames[event].state,
        options=lesson.lesson.options,
        seats=seats_of(lesson, reader),
        recent=events[-RECENT:],
        now=now,
    )
    shown.kept["log"] = events
    return shown


def event_of(lesson: Taught, number: int, now: datetime) -> LoggedEvent:
    frame = lesson.played.frames[number]
    by = Event.By.PLAYER if number else Event.By.HOUSE
    return LoggedEvent(number, frame.seat, by, now, frame.facts)


def seats_of(taught: Taught, reader: User) -> list[SeatRow]:
    """The reader in the learner's chair; in the others the house, by its bots' names."""
    lesson = taught.lesson
    extra = taught.game.rules.extra_seats(lesson.options)
    roles = [*[""] * (lesson.seats - len(extra)), *extra]
    return [
        SeatRow(
            match_id=NO_ROW,
            index=seat,
            user=reader if seat == lesson.you else User(pk=-1 - seat, username=name),
            name=name,
            role=role,
        )
        for seat, (name, role) in enumerate(zip(names_of(lesson), roles, strict=True))
    ]


def names_of(lesson: Lesson) -> list[str]:
    """By seat whom the sentences speak of."""
    house = iter(BOT_NAMES)
    return [_("You") if seat == lesson.you else next(house) for seat in range(lesson.seats)]


def stranger() -> User:
    """Somebody who learns without an account."""
    return User(pk=-100, username=_("You"))
