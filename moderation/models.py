"""Models of reports, and of site statistics minute by minute. `services.py` writes reports."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.staff.cases import Case


class Report(Case):
    """Somebody says that something is wrong. What they saw is frozen with it."""

    class Kind(models.TextChoices):
        CHAT = "chat", _("a chat line")
        NAME = "name", _("a name")
        CHEATING = "cheating", _("cheating")
        LEAVING = "leaving", _("leaving")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLAIMED = "claimed", _("somebody is on it")
        CLOSED = "closed", _("closed")

    class Verdict(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        UNFOUNDED = "unfounded", _("nothing wrong found")
        UNCLEAR = "unclear", _("cannot be told")

    kind = models.CharField(_("about"), max_length=8, choices=Kind.choices)
    thing = models.CharField(
        max_length=60, help_text=_("What was reported, so that nobody reports it twice")
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("reported by")
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="reports_about",
        verbose_name=_("person"),
    )
    about_name = models.CharField(_("their name then"), max_length=20)
    text = models.TextField(_("what the reporter says"), max_length=500, blank=True)
    context = models.JSONField(default=dict)
    match_id = models.BigIntegerField(_("match"), null=True, blank=True)
    step = models.PositiveIntegerField(_("step"), null=True, blank=True)
    game = models.CharField(_("game"), max_length=32, blank=True)
    priority = models.PositiveSmallIntegerField(_("priority"), default=0)

    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("on it"),
    )
    claimed_at = models.DateTimeField(_("since"), null=True, blank=True)
    verdict = models.CharField(_("verdict"), max_length=10, choices=Verdict.choices, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering: ClassVar[Any] = ["-priority", "id"]
        default_permissions = ("view", "change")
        permissions: ClassVar = [
            ("judge_match", _("Can call off and decide matches and give time back")),
            ("see_hidden_state", _("Can look at hands and other secrets of a match")),
            ("see_dashboard", _("Can see the dashboard and the metrics")),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["-priority", "id"], name="report_queue", condition=~Q(state="closed")
            ),
            models.Index(fields=["about", "-id"], name="report_about"),
            models.Index(fields=["reporter", "-at"], name="report_reporter"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["reporter", "kind", "thing"], name="report_once"),
            models.CheckConstraint(
                name="report_closed_with_a_reason",
                condition=~Q(state="closed") | (~Q(answer="") & ~Q(verdict="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.about_name}"


class Minute(models.Model):
    """The house at one minute. Moves are counted by their numbers, so none is counted twice."""

    at = models.DateTimeField(primary_key=True)
    last_event = models.BigIntegerField(help_text=_("The newest event counted so far"))
    moves = models.PositiveIntegerField(help_text=_("By people, since the row before"))
    bot_moves = models.PositiveIntegerField()
    total_moves = models.BigIntegerField(help_text=_("Since counting began"))
    total_bot_moves = models.BigIntegerField()
    tables = models.PositiveIntegerField(help_text=_("With a match being played"))
    online = models.PositiveIntegerField()
    reports = models.PositiveIntegerField()
    sweep_lag = models.FloatField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.at:%H:%M}"
