"""Data export of series: what they know about a person, for that person."""

from typing import Any

from accounts.models import User
from accounts.people import data_export
from series.models import Member, Series


def collect(user: User) -> dict[str, Any]:
    return {
        "entered": list(
            Member.objects.filter(user=user)
            .order_by("pk")
            .values(
                "series__code",
                "series__name",
                "entrant__status",
                "entrant__place",
                "entrant__points",
                "entrant__joined_at",
            )
        ),
        "made": list(
            Series.objects.filter(host=user).order_by("pk").values("code", "name", "starts_at")
        ),
    }


data_export.register("series", collect)
