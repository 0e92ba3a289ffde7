"""Data export of devices: one person's sightings, for that person."""

from typing import Any

from accounts.devices.models import Sighting
from accounts.models import User
from accounts.people import data_export


def sightings_of(user: User) -> list[Any]:
    rows = Sighting.objects.filter(user=user).order_by("pk")
    return list(rows.values("address", "device", "first_at", "last_at"))


data_export.register("devices", sightings_of)
