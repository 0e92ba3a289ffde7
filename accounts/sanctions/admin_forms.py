"""Forms by which staff impose a sanction: a reason, and how long."""

from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.staff.acts import ReasonForm


class DurationForm(ReasonForm):
    """A reason and a length."""

    HOURS: ClassVar[list[tuple[str, Any]]] = [
        ("1", _("One hour")),
        ("24", _("One day")),
        ("72", _("Three days")),
        ("168", _("A week")),
        ("720", _("Thirty days")),
        ("2160", _("Ninety days")),
        ("", _("For good")),
    ]
    hours = forms.TypedChoiceField(
        label=_("How long"),
        choices=HOURS,
        initial="24",
        required=False,
        coerce=int,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    field_order = ["hours", "reason"]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        hours = data.get("hours")
        data["until"] = None if hours is None else timezone.now() + timedelta(hours=hours)
        return data


class WarningForm(DurationForm):
    HOURS: ClassVar = [("720", _("Thirty days")), ("2160", _("Ninety days"))]
    hours = forms.TypedChoiceField(
        label=_("Stays on record for"),
        choices=HOURS,
        initial="2160",
        coerce=int,
        widget=forms.RadioSelect,
    )


class RenameForm(DurationForm):
    HOURS: ClassVar = [
        ("0", _("At once")),
        ("24", _("After a day")),
        ("168", _("After a week")),
        ("720", _("After thirty days")),
    ]
    hours = forms.TypedChoiceField(
        label=_("May choose another name, once"),
        choices=HOURS,
        initial="0",
        coerce=int,
        widget=forms.RadioSelect,
    )
