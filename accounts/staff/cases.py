"""Abstract models of what people ask of the staff: a case, and the appeal, a case about a decision.

A case is written once and answered once, by somebody who has no part in it.
"""

from collections.abc import Collection
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff import refusals

LONGEST = 1000


class Case(models.Model):
    text = models.TextField(_("what they say"), max_length=LONGEST)
    at = models.DateTimeField(_("when"), db_default=Now())
    state = models.CharField(_("state"), max_length=8, default="open")
    answer = models.TextField(_("answer"), max_length=LONGEST, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        abstract = True

    def check_answerable(self, by: User, parties: Collection[int | None]) -> None:
        """Raises unless it waits for an answer and this one of the staff has no part in it."""
        if by.pk in parties:
            raise refusals.OwnCase
        if self.answered_at is not None:
            raise refusals.AnsweredAlready

    def set_answer(self, by: User, state: str, answer: str) -> None:
        """The one answer. Whoever calls it holds the lock and saves."""
        if not answer.strip():
            raise refusals.NoReason
        self.state, self.answer = state, answer.strip()[:LONGEST]
        self.answered_by, self.answered_at = by, timezone.now()


class Appeal(Case):
    """A person asks for a decision about them to be looked at again: once for each.

    What it is against is its `subject`, which belongs to a `user`.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    state = models.CharField(
        _("state"), max_length=8, choices=State.choices, default=State.OPEN.value
    )

    class Meta:
        abstract = True
        ordering: ClassVar = ["-id"]
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")

    def __str__(self) -> str:
        return f"{self.subject} ({self.state})"  # type: ignore[attr-defined]
