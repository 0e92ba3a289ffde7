"""Coach line: what could be done now, told to the one person in a practice against gentle bots."""

from collections.abc import Sequence
from typing import Any

from games import registry
from games.engine.contract import Reason, Seat
from games.models import Match
from games.page.phrases import gettext as _
from games.selectors import LoadedMatch


def coach_line(shown: LoadedMatch, you: Seat | None, view: Any, moves: Sequence[Any]) -> str | None:
    """None where nobody is coached; empty while there is nothing to say.

    It is made of the seat's own view and moves, so it knows nothing that the seat does not.
    """
    if not is_coached(shown, you):
        return None
    told = registry.game(shown.match.game).advise(view, moves) if moves else None
    return "" if told is None else str(Reason(_(told.text), told.params))


def is_coached(shown: LoadedMatch, you: Seat | None) -> bool:
    """One person among bots of the gentlest level, at a friendly table.

    Also when it is over: the coach is silent then, but a line that went would move the whole table.
    """
    match = shown.match
    return (
        you is not None
        and match.status in (Match.Status.RUNNING, Match.Status.FINISHED)
        and not match.rated
        and str(you) not in match.bots
        and len(match.bots) == len(shown.seats) - 1
        and set(match.bots.values()) == {shown.rules.INFO.levels[0]}
    )
