"""Data export of push: one person's devices and wishes, for that person."""

from typing import Any

from accounts.models import User
from accounts.people import data_export
from accounts.push.models import Device, Reach


def collect(user: User) -> dict[str, Any]:
    devices = Device.objects.filter(user=user).order_by("pk")
    wishes = Reach.objects.filter(user=user)
    return {
        "devices": list(devices.values("name", "endpoint", "kinds", "made_at", "renewed_at")),
        "wishes": wishes.values("quiet_from", "quiet_to", "time_zone", "turn_mail").first(),
    }


data_export.register("push messages", collect)
