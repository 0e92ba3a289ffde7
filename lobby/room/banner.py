"""The banner of every page: brings whoever plays or waits at a live table back to it."""

from typing import Any

from django.template.loader import get_template
from django.utils.translation import gettext

from accounts.models import User
from lobby import selectors


def context(user: User | None, besides: str = "") -> dict[str, Any]:
    """For somebody signed in; `besides` is the table's address that the page itself shows."""
    if user is None:
        return {}
    playing = selectors.playing_table_of(user, besides)
    table = playing or selectors.waiting_table_of(user, besides)
    if table is None:
        return {}
    called = playing is None and not table.chairs.filter(user=user, ready=True).exists()
    if called and selectors.playing_table_of(user):
        return {}  # this page shows it
    return {
        "called": called,
        "table": table,
        "game": gettext(table.rules.INFO.name),
        "playing": playing is not None,
        "bots_ms": selectors.bots_in_ms(table) if table.bots_at else None,
    }


def region(user: User, besides: str) -> str:
    return get_template("lobby/regions/banner.html").render(context(user, besides))
