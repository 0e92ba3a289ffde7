"""The log of a match in words, for one seat: every fact that this seat may know, as a line."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from accounts.people.display import display_name
from games import registry
from games.engine.contract import Seat
from games.models import Event
from games.page import match_facts
from games.page.html import format_html
from games.page.phrases import gettext as _
from games.page.phrases import language
from games.page.plain_text import plain
from games.page.wording import Who
from games.selectors import LoadedMatch, facts_in
from games.services.facts import AnyMatchFact

REMEMBERED = 400
"""Events that a loaded match keeps in words, in one language, for one who reads."""


@dataclass(frozen=True)
class LogLine:
    """One line of the log, in words."""

    id: str
    seq: int
    html: SafeString
    sound: str
    names: frozenset[Seat]
    """The seats that it speaks of; to all others it says the same."""
    clock: str = ""
    """Of what the clock played for the one who reads: what they are told besides."""

    @cached_property
    def text(self) -> str:
        return plain(self.html)


class Speaker:
    """Names people in the log, one's own seat as "You". It remembers whom it named."""

    def __init__(self, shown: LoadedMatch, you: Seat | None) -> None:
        self.you = you
        self.seats = shown.seats
        self.named: set[Seat] = set()

    def __call__(self, seat: Seat, *, inside: bool = False) -> SafeString:
        self.named.add(seat)
        if seat == self.you:
            own = pgettext("inside a sentence", "you") if inside else _("You")
            return format_html("<b>{}</b>", own)
        return format_html("<b><bdi>{}</bdi></b>", display_name(self.seats[seat].user))


def is_match_fact(fact: Any) -> bool:
    return isinstance(fact, AnyMatchFact)


def facts_of(
    shown: LoadedMatch, events: Iterable[Event], you: Seat | None, all_open: bool = False
) -> Iterable[tuple[Event, int, Any]]:
    """The facts of these events that this seat may know, with their number in the event.

    `all_open` is for a match that is over: then nothing is a secret any more.
    """
    for event in events:
        for number, fact in enumerate(facts_in(event, shown.rules)):
            if all_open or fact.known_to is None or you in fact.known_to:
                yield event, number, fact


def narrate(
    shown: LoadedMatch,
    events: Iterable[Event],
    you: Seat | None,
    who: Who | None = None,
    all_open: bool = False,
) -> list[LogLine]:
    """The log in words, for one seat. `who` names people; one's own seat is "You" otherwise."""
    if who is not None or all_open:
        who = who or Speaker(shown, you)
        facts = facts_of(shown, events, you, all_open)
        lines = [_line(shown, event, number, fact, who) for event, number, fact in facts]
        return [line for line in lines if line is not None]
    known: Known = shown.kept.setdefault(("log", language()), {})
    told = [line for event in events for line in _known_lines(shown, event, you, known)]
    for oldest in list(islice(known, max(0, len(known) - REMEMBERED * (1 + len(shown.seats))))):
        known.pop(oldest, None)
    return told


Known = dict[tuple[int, Seat | None], list[LogLine]]
"""The lines of an event by who reads them."""


def _known_lines(shown: LoadedMatch, event: Event, you: Seat | None, known: Known) -> list[LogLine]:
    """Put into words once; what everybody may know, once for all whom it does not name."""
    lines = known.get((event.seq, you))
    if lines is None:
        public = [] if you is None else _known_lines(shown, event, None, known)
        same = {line.id: line for line in public if you not in line.names and you != event.seat}
        if same and len(same) == len(public) and not _has_secrets(shown, event):
            lines = public
        else:
            lines, who = [], Speaker(shown, you)
            for _event, number, fact in facts_of(shown, [event], you):
                line = same.get(line_id(event, number)) or _line(shown, event, number, fact, who)
                if line is not None:
                    lines.append(line)
        known[event.seq, you] = lines
    return lines


def _has_secrets(shown: LoadedMatch, event: Event) -> bool:
    return any(fact.known_to is not None for fact in facts_in(event, shown.rules))


def _line(shown: LoadedMatch, event: Event, number: int, fact: Any, who: Who) -> LogLine | None:
    words = registry.game(shown.match.game).words
    named = who.named if isinstance(who, Speaker) else set()
    named.clear()
    if is_match_fact(fact):
        html = match_facts.describe(fact, who)
    else:
        html = words.line(fact, facts_in(event, shown.rules), who)
    if not html:
        return None
    clock = ""
    # The clock's own chair is nobody's: what it plays there is no one's time-out.
    if event.by == Event.By.CLOCK and event.seat is not None and event.seat >= 0:
        if isinstance(who, Speaker) and event.seat == who.you:
            clock = _("Time was up. {played}").format(played=plain(html))
        html = format_html('{} <small class="muted">{}</small>', html, _("time was up"))
    sound = "" if is_match_fact(fact) else words.sound(fact)
    return LogLine(line_id(event, number), event.seq, html, sound, frozenset(named), clock)


def line_id(event: Event, number: int) -> str:
    return f"l-{event.seq}-{number}"


def last_told(shown: LoadedMatch) -> list[Event]:
    """The newest event of which there is something to tell; who plays on tells nothing."""
    return next(([event] for event in reversed(shown.recent) if event.facts), [])


def marks_of(shown: LoadedMatch, you: Seat | None) -> set[str]:
    """The pieces of the last move, as far as this seat may know it."""
    words = registry.game(shown.match.game).words
    last = [fact for _, _, fact in facts_of(shown, last_told(shown), you)]
    return {mark for fact in last if not is_match_fact(fact) for mark in words.marks(fact)}
