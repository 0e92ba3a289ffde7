"""Words for match facts: somebody left, a bot took over, the staff decided."""

from typing import Any

from django.utils.safestring import SafeString

from games.engine.contract import Reason
from games.page.html import format_html
from games.page.phrases import gettext as _
from games.page.wording import Who
from games.services.facts import (
    Aborted,
    Adjudicated,
    Forfeited,
    Reclaimed,
    TakenOver,
    Thought,
    TimeGiven,
)


def describe(fact: Any, who: Who) -> SafeString:
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
