"""Template tags of ratings and the past: sparklines, changes, a profile's record."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.ratings import seasons
from accounts.ratings import selectors as ratings
from archive import charts
from archive.history import selectors as history
from archive.history.filters import Filters
from games import registry

register = template.Library()
register.simple_tag(charts.sparkline, name="spark")

RECENT = 5
"""Matches on a profile."""


@register.filter
def duration(seconds: int) -> str:
    """Such as "12 min", "1 h 05 min", "3 days"."""
    minutes = round(seconds / 60)
    if seconds < 60:
        return _("%(n)d s") % {"n": seconds}
    if minutes < 60:
        return _("%(n)d min") % {"n": minutes}
    if minutes < 48 * 60:
        return _("%(h)d h %(m)02d min") % {"h": minutes // 60, "m": minutes % 60}
    return _("%(n)d days") % {"n": minutes // (24 * 60)}


@register.simple_tag
def gain(points: int) -> SafeString:
    """A change of rating: a sign for eyes, words for ears, never colour alone."""
    if points > 0:
        kind, sign, heard = "up", f"+{points}", _("up %(n)d") % {"n": points}
    elif points < 0:
        kind, sign, heard = "down", f"−{-points}", _("down %(n)d") % {"n": -points}
    else:
        kind, sign, heard = "flat", "±0", _("unchanged")
    return format_html(
        '<span class="gain gain-{} num"><span aria-hidden="true">{}</span>'
        '<span class="sr-only">{}</span></span>',
        kind,
        sign,
        heard,
    )


@register.inclusion_tag("archive/record.html", takes_context=True)
def record(context: dict[str, Any], person: User) -> dict[str, Any]:
    """What a person's page says of their play: each game's record and curve, the last matches."""
    viewer = context.get("user")
    viewer = viewer if isinstance(viewer, User) else None
    rows = [row for row in ratings.record_of(person.pk) if row.game in registry.game_keys()]
    curves = ratings.curves_of(person.pk, [row.game for row in rows])
    page = history.page(person, viewer, Filters())
    return {
        "person": person,
        "viewer": viewer,
        "own": viewer == person,
        "games": [game_record(row, curves[row.game]) for row in rows],
        "recent": page.played[:RECENT],
        "more": len(page.played) > RECENT,
        "request": context.get("request"),
    }


def game_record(row: Any, changes: list[Any]) -> dict[str, Any]:
    info = registry.rules_for(row.game).INFO
    name = _("%(game)s: rating") % {"game": _(info.name)}
    values = [change.shown for change in changes]
    first = changes[0].number if changes else 1
    if first == 1 and changes:
        # The curve of somebody whose whole way is on it begins where everybody begins.
        values, first = [changes[0].shown_before, *values], 0
    return {
        "row": row,
        "info": info,
        "percent": round(100 * row.wins / row.matches),
        "highest": max(values, default=row.shown),
        "chart": charts.line_chart(values, name, first) if len(values) > 1 else "",
        "words": charts.in_words(values) if len(values) > 1 else "",
        "table": list(reversed(changes))[:20],
        "season": seasons.words(seasons.current()),
    }
