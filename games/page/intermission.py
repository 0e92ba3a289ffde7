"""Words of the intermission: what is asked between two rounds, and the one button there is."""

from typing import Any

from games.engine.contract import Seat
from games.engine.intermission import PLAY_ON
from games.page.offers import Offer
from games.page.phrases import gettext as _


def offer_to_play_on() -> Offer:
    return Offer(
        PLAY_ON,
        label=_("Play on"),
        preview=_("The next round is dealt when everybody plays on, or by itself."),
        weight=1,
        by_itself=False,
    )


def head_between() -> str:
    return _("The round is over")


def ask_between(view: Any, seat: Seat | None) -> str:
    """To somebody who has pressed, that the others are waited for; to all others, what follows."""
    if seat in view.pressed:
        return _("Waiting for the others; the next deal follows in a moment")
    return _("The next deal follows in a moment")
