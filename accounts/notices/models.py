"""Models of follows, wishes and notices. Data only."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Follow(models.Model):
    """Somebody wants to see when somebody plays. It needs no consent and gives no rights."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows")
    followed = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="followers")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "followed"], name="follow_once"),
            models.CheckConstraint(name="follow_another", condition=~Q(user=F("followed"))),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} → {self.followed_id}"


class Wishes(models.Model):
    """How somebody wishes to be found. Without a row, the defaults hold."""

    class Invites(models.TextChoices):
        EVERYBODY = "everybody", _("everybody")
        FOLLOWED = "followed", _("only people I follow")
        NOBODY = "nobody", _("nobody")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="wishes"
    )
    show_online = models.BooleanField(
        _("show when I am online and at which public table"), default=True
    )
    invites = models.CharField(
        _("who may invite me to a table"),
        max_length=12,
        choices=Invites.choices,
        default=Invites.EVERYBODY,
    )

    class Meta:
        verbose_name = _("wishes")
        verbose_name_plural = _("wishes")

    def __str__(self) -> str:
        return str(self.user_id)


class Notice(models.Model):
    """Something told to one person. The words follow from `kind` and `params`, see `kinds.py`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=32)
    params = models.JSONField(default=dict)
    url = models.CharField(max_length=200, blank=True)
    once = models.CharField(
        max_length=120, null=True, help_text=_("Told once under this name, however often it is")
    )
    at = models.DateTimeField(db_default=Now())
    read_at = models.DateTimeField(null=True, blank=True)
    told_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When a page in sight showed it")
    )

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="notice_of_person"),
            models.Index(
                fields=["user", "-id"], name="notice_unread", condition=Q(read_at__isnull=True)
            ),
            models.Index(fields=["url"], name="notice_of_page", condition=Q(read_at__isnull=True)),
            models.Index(fields=["at"], name="notice_age"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "once"], name="notice_told_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind}"
