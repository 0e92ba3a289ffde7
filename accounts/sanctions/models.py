"""Models of sanctions, of appeals against them, and of the audit log. `services.py` writes."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import FOR_EVER
from accounts.staff import cases


class Kind(models.TextChoices):
    WARNING = "warning", _("Warning")
    MUTE = "mute", _("Silence in the chat")
    UNRATED = "unrated", _("No rated tables")
    BAN = "ban", _("Ban")
    RENAME = "rename", _("New name")


# What a kind forbids stands on the person's row in this column.
COLUMNS = {Kind.BAN: "banned_until", Kind.MUTE: "muted_until", Kind.UNRATED: "unrated_until"}


class Sanction(models.Model):
    """Something said to a person or taken from them, by somebody, for a reason, until a moment.

    A warning stays on record until then. After a rename, the person may choose a name from then on,
    once.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="sanctions",
        verbose_name=_("person"),
    )
    kind = models.CharField(_("what"), max_length=8, choices=Kind.choices)
    reason = models.CharField(_("reason"), max_length=300)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("by"),
        help_text=_("Empty: the house itself"),
    )
    at = models.DateTimeField(_("since"), db_default=Now())
    until = models.DateTimeField(_("until"))
    report_id = models.BigIntegerField(_("report"), null=True, blank=True)
    read_at = models.DateTimeField(_("read by the person"), null=True, blank=True)

    old_name = models.CharField(_("name before"), max_length=20, blank=True)
    old_name_key = models.CharField(max_length=20, blank=True)
    new_name = models.CharField(_("name chosen"), max_length=20, blank=True)

    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("lifted by"),
    )
    lift_reason = models.CharField(_("why lifted"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["user", "kind"], name="sanction_person"),
            models.Index(
                fields=["old_name_key"], name="sanction_old_name", condition=~Q(old_name_key="")
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(name="sanction_has_a_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.user}"

    @property
    def is_running(self) -> bool:
        """In force now. A rename is until the person has chosen a name."""
        if self.lifted_at is not None:
            return False
        return not self.new_name if self.kind == Kind.RENAME else self.until > timezone.now()

    @property
    def is_for_good(self) -> bool:
        return self.until >= FOR_EVER


class Appeal(cases.Appeal):
    """A person asks for a sanction to be looked at again."""

    subject = models.OneToOneField(
        Sanction, models.PROTECT, related_name="appeal", verbose_name=_("against")
    )


class AuditEntry(models.Model):
    """One line of the log of what staff did or looked at. The database refuses any change to it."""

    at = models.DateTimeField(_("when"), db_default=Now())
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("who")
    )
    by_name = models.CharField(_("their name then"), max_length=20, blank=True)
    what = models.CharField(_("did"), max_length=40)
    about = models.CharField(_("about"), max_length=200, blank=True)
    about_kind = models.CharField(max_length=40, blank=True)
    about_id = models.BigIntegerField(null=True)
    reason = models.TextField(_("reason"), blank=True)
    details = models.JSONField(_("details"), default=dict)

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("log of staff")
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [models.Index(fields=["about_kind", "about_id"], name="act_about")]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.by_name}: {self.what}"
