"""Data export of karma: one person's, for that person."""

from typing import Any

from accounts.karma import selectors
from accounts.karma.models import Appeal, Entry
from accounts.models import User
from accounts.people import data_export


def collect(user: User) -> dict[str, Any]:
    return {
        "value": selectors.value_of(user.pk),
        "entries": list(
            Entry.objects.filter(user=user)
            .order_by("pk")
            .values("at", "kind", "change", "value", "match_id", "game", "reason")
        ),
        "appeals": list(
            Appeal.objects.filter(subject__user=user)
            .order_by("pk")
            .values("at", "text", "state", "answer", "answered_at")
        ),
    }


data_export.register("karma", collect)
