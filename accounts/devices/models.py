"""Model of devices: an account at a browser and an address. `services.py` is the only writer."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class Sighting(models.Model):
    """An account at a browser and an address, each as a keyed hash: alike can be told from unlike,
    and nothing else can be told. Forgotten after `services.KEPT`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    address = models.CharField(max_length=32)
    device = models.CharField(max_length=32, blank=True)
    first_at = models.DateTimeField(db_default=Now())
    last_at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [
            models.Index(fields=["address"], name="sighting_address"),
            models.Index(fields=["device"], name="sighting_device"),
            models.Index(fields=["last_at"], name="sighting_last"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "address", "device"], name="sighting_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.device[:6]}"
