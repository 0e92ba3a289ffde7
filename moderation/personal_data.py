"""Data export of reports: those a person made, for that person."""

from typing import Any

from django.db.models import F

from accounts.models import User
from accounts.people import data_export
from moderation.models import Report


def collect(user: User) -> list[Any]:
    rows = Report.objects.filter(reporter=user).order_by("pk")
    return list(
        rows.values(
            "kind", "about_name", "at", "state", "verdict", words=F("text"), reason=F("answer")
        )
    )


data_export.register("reports", collect)
