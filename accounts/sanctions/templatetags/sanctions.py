"""Template tag `{% sanction_notices %}`: what lies on the reader, at the top of every page."""

from typing import Any

from django import template

from accounts.models import User
from accounts.sanctions import rendering

register = template.Library()


@register.inclusion_tag("sanctions/notices.html", takes_context=True)
def sanction_notices(context: dict[str, Any]) -> dict[str, Any]:
    user = context.get("user")
    return rendering.context(user.pk if isinstance(user, User) else None)
