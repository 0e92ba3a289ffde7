"""The log of a match in words, for one seat: every fact that this seat may know, as a line."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.people.display import display_name
from games import registry
from games.engine.contract import Seat
from games.models import Event
from games.page import match_facts
from games.page.wording import Who
from games.selectors import LoadedMatch, facts_in
from games.services.facts import AnyMatchFact


@dataclass(frozen=True)
class LogLine:
    """One line of the log, in words."""

    id: str
    html: SafeString
    sound: str


def speaker(shown: LoadedMatch, you: Seat | None) -> Who:
    """Names for the log: one's own seat is "You"."""
    names = {row.index: display_name(row.user) for row in shown.seats}

    def who(seat: Seat, *, inside: bool = False) -> SafeString:
        if seat == you:
            own = pgettext("inside a sentence", "you") if inside else _("You")
            return format_html("<b>{}</b>", own)
        return format_html("<b><bdi>{}</bdi></b>", names[seat])

    return who


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
    words = registry.game(shown.match.game).words
    who = who or speaker(shown, you)
    lines: list[LogLine] = []
    for event, number, fact in facts_of(shown, events, you, all_open):
        html = match_facts.describe(fact, who) if is_match_fact(fact) else words.tell(fact, who)
        if not html:
            continue
        if event.by == Event.By.CLOCK:
            html = format_html('{} <small class="muted">{}</small>', html, _("time was up"))
        sound = "" if is_match_fact(fact) else words.sound(fact)
        lines.append(LogLine(f"l-{event.seq}-{number}", html, sound))
    return lines


def marks_of(shown: LoadedMatch, you: Seat | None) -> set[str]:
    """The pieces of the last move, as far as this seat may know it."""
    words = registry.game(shown.match.game).words
    last = [fact for _, _, fact in facts_of(shown, shown.recent[-1:], you)]
    return {mark for fact in last if not is_match_fact(fact) for mark in words.marks(fact)}
