"""What the house does to a match beside the game's own rules, and how it says so."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.contract import Fact, Reason, Seat
from games.wording import Who


class Forfeited(Fact, frozen=True, tag="forfeited"):
    """A seat left for good: `why` is "absent" or "resigned"."""

    seat: Seat
    why: str


class TakenOver(Fact, frozen=True, tag="taken-over"):
    seat: Seat


class Reclaimed(Fact, frozen=True, tag="reclaimed"):
    seat: Seat


class Aborted(Fact, frozen=True, tag="aborted"):
    """`why` is a short code; `reason` is what somebody of the house says about it."""

    why: str
    reason: str = ""


class Adjudicated(Fact, frozen=True, tag="adjudicated"):
    """The house decided the match. By seat the place; None for a host or a referee."""

    places: tuple[int | None, ...]
    reason: str


class TimeGiven(Fact, frozen=True, tag="time-given"):
    seconds: int
    reason: str


class Thought(Fact, frozen=True, tag="thought"):
    """Why a bot plays what it plays next: a sentence of its game, and what fills it in."""

    seat: Seat
    text: str
    params: dict[str, str | int] = {}


AnyHouseFact = Forfeited | TakenOver | Reclaimed | Aborted | Adjudicated | TimeGiven | Thought


def tell(fact: Any, who: Who) -> SafeString:
    match fact:
        case Forfeited(seat=seat, why="absent"):
            return format_html(_("{who} did not come back and forfeits."), who=who(seat))
        case Forfeited(seat=seat):
            return format_html(_("{who} left the match."), who=who(seat))
        case TakenOver(seat=seat):
            return format_html(_("A bot plays on for {who}."), who=who(seat))
        case Reclaimed(seat=seat):
            return format_html(_("{who} is back."), who=who(seat))
        case Aborted(reason=reason) if reason:
            return format_html(
                _("The house called the match off: {reason} It counts for nobody."),
                reason=format_html("<bdi>{}</bdi>", reason),
            )
        case Adjudicated(reason=reason):
            return format_html(
                _("The house decided the match: {reason}"),
                reason=format_html("<bdi>{}</bdi>", reason),
            )
        case TimeGiven(seconds=seconds, reason=reason):
            return format_html(
                _("The house gave {seconds} seconds back: {reason}"),
                seconds=seconds,
                reason=format_html("<bdi>{}</bdi>", reason),
            )
        case Aborted():
            return format_html("{}", _("The match was called off. It counts for nobody."))
        case Thought(seat=seat, text=text, params=params):
            thought = str(Reason(_(text), params))
            return format_html(
                _('{who} <small class="muted">thinks:</small> {thought}'),
                who=who(seat),
                thought=thought,
            )
    raise TypeError(fact)
