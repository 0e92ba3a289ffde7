"""The words of Pig."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from games.pig.values import AnyFact, AnyMove, Held, Hold, Options, Rolled, View

from games.engine.contract import Outcome, Seat
from games.page.offers import Offer
from games.page.wording import Who, points, winners_line


def tell(fact: AnyFact, who: Who) -> SafeString:
    match fact:
        case Rolled(seat=seat, face=face):
            return format_html(_("{who} rolled a {face}."), who=who(seat), face=face)
        case Held(seat=seat, points=won):
            return format_html(_("{who} held {points}."), who=who(seat), points=points(won))


def offer(move: AnyMove, view: View) -> Offer:
    if isinstance(move, Hold):
        return Offer(move, _("Hold"), _("Keeps %(points)s.") % {"points": points(view.pot)})
    return Offer(move, _("Roll"), _("A 1 loses what this turn brought."), weight=1)


def ask(view: View, seat: Seat | None, moves: Sequence[AnyMove]) -> str:
    return _("Roll, or hold what you have.") if moves else ""


def headline(outcome: Outcome, who: Who) -> SafeString:
    return winners_line(outcome, who, points)


def option_line(options: Options) -> str:
    return _("to %(target)d points") % {"target": options.target}
