"""Template tag `{% seat_banner %}`: brings whoever plays or waits at a live table back to it."""

from typing import Any

from django import template

from accounts.models import User
from lobby.room import banner

register = template.Library()


@register.inclusion_tag("lobby/banner.html", takes_context=True)
def seat_banner(context: dict[str, Any]) -> dict[str, Any]:
    """Two queries for somebody signed in; nothing on the table's own page."""
    request = context.get("request")
    user = getattr(request, "user", None)
    return banner.context(user if isinstance(user, User) else None, request.path if request else "")
