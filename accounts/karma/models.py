"""Karma models: the score, the entries it is made of, and the appeals against them."""

from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.staff import cases

START, LOWEST, HIGHEST = 75, 0, 100


class KarmaScore(models.Model):
    """The number. Without a row it is `START`; always `START` plus all changes of the entries."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="karma"
    )
    value = models.PositiveSmallIntegerField(default=START, validators=[MaxValueValidator(HIGHEST)])

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="karma_within_bounds", condition=Q(value__gte=LOWEST, value__lte=HIGHEST)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.value}"


class Entry(models.Model):
    """One outcome. Appended, never changed: what was wrong is set right by a counter-entry."""

    class Kind(models.TextChoices):
        FINISHED = "finished", _("finished a match")
        CONCEDED = "conceded", _("gave a match of two up, after both had played")
        LEFT = "left", _("left a match")
        TIMED_OUT = "timed-out", _("let the clock play")
        REPORTED = "reported", _("was reported, and it was confirmed")
        EXCUSED = "excused", _("was away while the house was")
        REVERSED = "reversed", _("an entry was taken back")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="karma_entries")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    change = models.SmallIntegerField(help_text=_("What it really changed, within the bounds"))
    value = models.PositiveSmallIntegerField(help_text=_("The number after it"))
    match_id = models.BigIntegerField(null=True, blank=True)
    game = models.CharField(max_length=32, blank=True)
    reason = models.CharField(
        max_length=300, blank=True, help_text=_("More words, such as a moderator's")
    )
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    once = models.CharField(max_length=80, help_text=_("Written once under this name"))
    at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = _("entries")
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="karma_of_person"),
            models.Index(fields=["user", "at"], name="karma_leaving", condition=Q(kind="left")),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "once"], name="karma_written_once"),
            models.CheckConstraint(
                name="karma_only_a_reversal_reverses",
                condition=Q(kind="reversed", reverses__isnull=False)
                | (~Q(kind="reversed") & Q(reverses__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind} {self.change:+d}"

    @property
    def may_be_appealed(self) -> bool:
        """What costs something, if it was not taken back already."""
        return self.kind in COSTLY and not hasattr(self, "reversed_by")


COSTLY = (Entry.Kind.LEFT, Entry.Kind.TIMED_OUT, Entry.Kind.REPORTED)


class Appeal(cases.Appeal):
    """Somebody says that an entry is wrong."""

    subject = models.OneToOneField(
        Entry, models.CASCADE, related_name="appeal", verbose_name=_("entry")
    )

    class Meta(cases.Appeal.Meta):
        indexes: ClassVar = [
            models.Index(fields=["id"], name="appeal_open", condition=Q(state="open")),
        ]
