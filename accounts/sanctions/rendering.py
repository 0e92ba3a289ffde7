"""Region of running sanctions at the top of every page. Page and push render the same."""

from typing import Any

from django.template.loader import render_to_string

from accounts.sanctions import selectors, wording
from accounts.sanctions.models import Kind


def context(user_id: int | None) -> dict[str, Any]:
    told = [] if user_id is None else selectors.to_tell(user_id)
    return {
        "told": [(sanction, wording.sentence(sanction)) for sanction in told],
        "muted": any(sanction.kind == Kind.MUTE for sanction in told),
    }


def push(user_id: int) -> str:
    """The region for an open page, whatever it showed before."""
    return render_to_string("sanctions/notices.html", context(user_id) | {"push": True})
