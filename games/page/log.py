"""The log of a match in words, for one seat: every fact that this seat may know, as a line."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from accounts.people.display import display_name
from games import registry
from games.engine.contract import Seat
from games.event_log import LoggedEvent
from games.models import Event
from games.page import match_facts
from games.page.html import format_html
from games.page.phrases import gettext as _
from games.page.phrases import language
from games.page.plain_text import plain
from games.page.wording import Who
from games.selectors import LoadedMatch
from games.services.facts import AnyMatchFact

REMEMBERED = 400
"""Events that a loaded match keeps in words, in one language."""


@dataclass(frozen=True)
class LogLine:
    """One line of the log, in words."""

    id: str
    seq: int
    html: SafeString
    sound: str
    clock: str = ""
    """Of what the clock played for the one who reads: what they are told besides."""

    @cached_property
    def text(self) -> str:
        return plain(self.html)

    @cached_property
    def wire(self) -> bytes:
        """As programs are told it: its event and its words, in JSON."""
        return msgspec.json.encode({"seq": self.seq, "text": self.text})


class Speaker:
    """Names people in the log, one's own seat as "You"."""

    def __init__(self, shown: LoadedMatch, you: Seat | None) -> None:
        self.you = you
        self.seats = shown.seats

    def __call__(self, seat: Seat, *, inside: bool = False) -> SafeString:
        if seat == self.you:
            own = pgettext("inside a sentence", "you") if inside else _("You")
            return format_html("<b>{}</b>", own)
        return format_html("<b><bdi>{}</bdi></b>", display_name(self.seats[seat].user))


class Sentence:
    """A fact in words, with marks where people are named: worded once, whoever reads it.

    A mark is a tag that HTML does not have, so nothing that a person wrote can be one.
    """

    __slots__ = ("html", "marks", "sound")

    def __init__(self, word: Callable[[Who], SafeString], sound: str) -> None:
        self.marks: dict[str, tuple[Seat, bool]] = {}
        self.sound = sound
        self.html = word(self._mark)

    def _mark(self, seat: Seat, *, inside: bool = False) -> SafeString:
        mark = f"<{'in' * inside}{seat}>"
        self.marks[mark] = seat, inside
        return SafeString(mark)

    def names(self, seat: Seat | None) -> bool:
        return any(named == seat for named, _inside in self.marks.values())

    def said_by(self, who: Who) -> SafeString:
        html = str(self.html)
        for mark, (seat, inside) in self.marks.items():
            html = html.replace(mark, who(seat, inside=inside))
        return SafeString(html)


def is_match_fact(fact: Any) -> bool:
    return isinstance(fact, AnyMatchFact)


def facts_of(
    shown: LoadedMatch, events: Iterable[LoggedEvent], you: Seat | None, all_open: bool = False
) -> Iterable[tuple[LoggedEvent, int, Any]]:
    """The facts of these events that this seat may know, with their number in the event.

    `all_open` is for a match that is over: then nothing is a secret any more.
    """
    for event in events:
        for number, fact in enumerate(event.facts):
            if all_open or fact.known_to is None or you in fact.known_to:
                yield event, number, fact


def narrate(
    shown: LoadedMatch,
    events: Iterable[LoggedEvent],
    you: Seat | None,
    who: Who | None = None,
    all_open: bool = False,
) -> list[LogLine]:
    """The log in words, for one seat. `who` names people; one's own seat is "You" otherwise."""
    known: dict[int, ToldEvent] = shown.kept.setdefault(("log", language()), {})
    if len(known) > 2 * REMEMBERED:  # somebody has read far back
        known.clear()
    told: list[LogLine] = []
    for event in events:
        in_words = known.get(event.seq)
        if in_words is None:
            in_words = known[event.seq] = ToldEvent(event)
            known.pop(event.seq - REMEMBERED, None)
        if who is None and not all_open:
            told += in_words.lines_for(shown, you)
        else:
            told += in_words.lines_by(who or Speaker(shown, you), shown, you, all_open)
    return told


class ToldEvent:
    """An event in words: each fact worded once, each line said once for all it does not name."""

    __slots__ = ("by_reader", "event", "said", "sentences")

    def __init__(self, event: LoggedEvent) -> None:
        self.event = event
        self.sentences: dict[int, Sentence] = {}
        self.said: dict[tuple[int, Seat | None], LogLine] = {}
        self.by_reader: dict[Seat | None, list[LogLine]] = {}

    def lines_for(self, shown: LoadedMatch, you: Seat | None) -> list[LogLine]:
        lines = self.by_reader.get(you)
        if lines is None:
            lines = self.by_reader[you] = []
            for number, sentence in self.facts_for(shown, you):
                reader = you if sentence.names(you) or you == self.event.seat else None
                if (number, reader) not in self.said:
                    speaker = Speaker(shown, reader)
                    self.said[number, reader] = self.line(number, sentence, speaker)
                lines.append(self.said[number, reader])
        return lines

    def lines_by(
        self, who: Who, shown: LoadedMatch, you: Seat | None, all_open: bool
    ) -> list[LogLine]:
        facts = self.facts_for(shown, you, all_open)
        return [self.line(number, sentence, who) for number, sentence in facts]

    def facts_for(
        self, shown: LoadedMatch, you: Seat | None, all_open: bool = False
    ) -> Iterable[tuple[int, Sentence]]:
        """In words, those that are worth a line."""
        for _event, number, fact in facts_of(shown, [self.event], you, all_open):
            if number not in self.sentences:
                self.sentences[number] = self.worded(shown, fact)
            if self.sentences[number].html:
                yield number, self.sentences[number]

    def worded(self, shown: LoadedMatch, fact: Any) -> Sentence:
        if is_match_fact(fact):
            return Sentence(partial(match_facts.describe, fact), "")
        words = registry.game(shown.match.game).words
        return Sentence(partial(words.line, fact, self.event.facts), words.sound(fact))

    def line(self, number: int, sentence: Sentence, who: Who) -> LogLine:
        event, html, clock = self.event, sentence.said_by(who), ""
        # The clock's own chair is nobody's: what it plays there is no one's time-out.
        if event.by == Event.By.CLOCK and event.seat is not None and event.seat >= 0:
            if isinstance(who, Speaker) and event.seat == who.you:
                clock = _("Time was up. {played}").format(played=plain(html))
            html = format_html('{} <small class="muted">{}</small>', html, _("time was up"))
        return LogLine(line_id(event, number), event.seq, html, sentence.sound, clock)


def line_id(event: LoggedEvent, number: int) -> str:
    return f"l-{event.seq}-{number}"


def last_told(shown: LoadedMatch) -> list[LoggedEvent]:
    """The newest event of which there is something to tell; who plays on tells nothing."""
    return next(([event] for event in reversed(shown.recent) if event.facts), [])


def marks_of(shown: LoadedMatch, you: Seat | None) -> set[str]:
    """The pieces of the last move, as far as this seat may know it."""
    words = registry.game(shown.match.game).words
    last = [fact for _, _, fact in facts_of(shown, last_told(shown), you)]
    return {mark for fact in last if not is_match_fact(fact) for mark in words.marks(fact)}
