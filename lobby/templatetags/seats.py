"""Template tag `{% seat_banner %}`: brings whoever sits in a running match back to it."""

from typing import Any

from django import template
from django.utils.translation import gettext

from accounts.models import User
from lobby import selectors

register = template.Library()


@register.inclusion_tag("lobby/banner.html", takes_context=True)
def seat_banner(context: dict[str, Any]) -> dict[str, Any]:
    """One query for somebody signed in; nothing on the table's own page."""
    request = context.get("request")
    user = getattr(request, "user", None)
    table = selectors.playing_table_of(user) if isinstance(user, User) else None
    if table is None or (request and request.path.startswith(table.get_absolute_url())):
        return {}
    return {"table": table, "game": gettext(table.rules.INFO.name)}
