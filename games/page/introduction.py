"""A game in a line: how many play it, and for how long."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Info


def players_line(info: Info) -> str:
    """Such as "2–4 players"."""
    fewest, most = min(info.players), max(info.players)
    if fewest == most:
        return ngettext("%(n)d player", "%(n)d players", most) % {"n": most}
    return _("%(from)d–%(to)d players") % {"from": fewest, "to": most}


def minutes_line(info: Info) -> str:
    n = info.minutes
    return ngettext("about %(n)d minute", "about %(n)d minutes", n) % {"n": n}
