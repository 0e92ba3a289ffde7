"""Template tag of a profile: `{% cups person %}`, the podiums and results of somebody in series."""

from typing import Any

from django import template

from accounts.models import User
from series import selectors

register = template.Library()


@register.inclusion_tag("series/cups.html")
def cups(person: User) -> dict[str, Any]:
    """Two statements."""
    return {"cups": selectors.cups_of(person), "results": selectors.results_of(person)}
