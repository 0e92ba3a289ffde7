"""Data export of sanctions: what was ever imposed on a person, for that person."""

from typing import Any

from accounts.models import User
from accounts.people import data_export
from accounts.sanctions.models import Sanction


def collect(user: User) -> list[Any]:
    rows = Sanction.objects.filter(user=user).order_by("pk")
    return list(
        rows.values(
            "kind", "reason", "at", "until", "lifted_at", "lift_reason", "old_name", "new_name",
            "appeal__text", "appeal__state", "appeal__answer",
        )
    )  # fmt: skip


data_export.register("sanctions", collect)
