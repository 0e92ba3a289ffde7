"""Template tags of the entrance: what happens after it, and the way in without an account."""

from dataclasses import dataclass
from typing import Any

from django import template

from accounts.access import intents
from accounts.access.intents import Intent
from accounts.models import User

register = template.Library()


@dataclass(frozen=True)
class WayIn:
    """What the pages of signing up and in say beside their form."""

    sentence: str
    """What will happen by itself afterwards."""
    guest: User | None
    """Who asks, if they play here as a guest already."""
    as_guest: Intent | None
    """What a name alone would be enough for."""


@register.simple_tag(takes_context=True)
def way_in(context: dict[str, Any]) -> WayIn:
    request, back = context["request"], context.get("redirect_field_value")
    guest: User | None = getattr(request, "guest", None)
    intent = intents.pending(request, back)
    return WayIn(
        intents.sentence_of(request, back),
        guest,
        intent if intent is not None and guest is None and intent.for_guests else None,
    )
