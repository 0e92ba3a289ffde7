"""Models of Web Push: devices, how one wishes to be reached, and the outbox. Data only."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Device(models.Model):
    """A push subscription: a browser that shows one person's notices while no page is open."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60, help_text=_("Browser and system, as it told us"))
    kinds = ArrayField(models.CharField(max_length=32), help_text=_("Of notices that it shows"))
    made_at = models.DateTimeField(db_default=Now())
    renewed_at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes: ClassVar = [models.Index(fields=["renewed_at"], name="device_renewed")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.name}"


class Reach(models.Model):
    """When and how somebody may be reached. Without a row, the defaults hold."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="reach"
    )
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    turn_mail = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="quiet_hours_have_two_ends",
                condition=Q(quiet_from__isnull=True, quiet_to__isnull=True)
                | Q(quiet_from__isnull=False, quiet_to__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.user_id)


class Outcome(models.TextChoices):
    SENT = "sent", _("sent")
    SEEN = "seen", _("a page in sight said it, or it was read")
    STALE = "stale", _("too late to be of use")
    UNWANTED = "unwanted", _("this kind is not wanted")
    GONE = "gone", _("the device is gone")
    REFUSED = "refused", _("refused for good")


class Message(models.Model):
    """A row of the outbox: one notice for one device, or without a device for the mailbox.

    It is written in the transaction of its notice. Who sends it moves `due_at` on first, so that it
    is due again if the sender dies. The database holds no reference to the notice or the device:
    whoever replaces a notice within a match's transaction waits for no row of this table.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    notice = models.ForeignKey(
        "social.Notice", models.DO_NOTHING, db_constraint=False, db_index=True, related_name="+"
    )
    device = models.ForeignKey(
        Device, models.DO_NOTHING, db_constraint=False, null=True, db_index=False, related_name="+"
    )
    due_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    attempts = models.SmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=8, choices=Outcome.choices, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="message_due", condition=Q(done_at__isnull=True)),
            models.Index(
                fields=["done_at"], name="message_done", condition=Q(done_at__isnull=False)
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["notice", "device"], name="message_once", nulls_distinct=False
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} → {self.device_id or 'mail'}"
