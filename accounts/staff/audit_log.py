"""Audit log of staff: appended here, changed nowhere. A trigger in the database sees to that."""

from datetime import timedelta
from typing import Any

from django.db.models import Model
from django.db.models.functions import Now

from accounts.models import User
from accounts.sanctions.models import AuditEntry


def record(
    by: User | None, what: str, about: Model | None, reason: str = "", **details: Any
) -> None:
    """One line, in the transaction of what it tells of. `what` is a short verb such as "banned"."""
    AuditEntry.objects.create(
        by=by,
        by_name=by.username if by else "",
        what=what,
        about="" if about is None else str(about)[:200],
        about_kind="" if about is None else about._meta.label_lower,
        about_id=None if about is None else about.pk,
        reason=reason,
        details=details,
    )


ONE_LOOK = timedelta(minutes=10)
"""Turning the pages of something within this time is one look at it."""


def record_look(by: User, what: str, about: Model) -> None:
    """Somebody of the staff looked at what is not theirs."""
    lately = AuditEntry.objects.filter(
        by=by,
        what=what,
        about_kind=about._meta.label_lower,
        about_id=about.pk,
        at__gt=Now() - ONE_LOOK,
    )
    if not lately.exists():
        record(by, what, about)
