"""Forms of reports, for players and for staff."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.sanctions.admin_forms import DurationForm
from accounts.sanctions.models import Kind
from moderation.models import Report
from moderation.services import LONGEST


class Words(forms.Form):
    """What a reporter may add. What they saw is taken along by itself."""

    words = forms.CharField(
        label=_("What is wrong? (if it needs words)"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class PlayerForm(Words):
    """Who, and what: cheating or leaving."""

    seat = forms.TypedChoiceField(label=_("Who"), coerce=int, widget=forms.RadioSelect)
    kind = forms.ChoiceField(
        label=_("What"),
        choices=[("cheating", _("Cheated")), ("leaving", _("Left, or let the others wait"))],
        widget=forms.RadioSelect,
    )
    field_order = ["seat", "kind", "words"]

    def __init__(self, *args: Any, players: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = players  # type: ignore[attr-defined]


class Decision(DurationForm):
    """The verdict, the closing words, and with them a sanction if there is to be one."""

    verdict = forms.ChoiceField(
        label=_("Verdict"), choices=Report.Verdict.choices, widget=forms.RadioSelect
    )
    sanction = forms.ChoiceField(
        label=_("And with it"),
        choices=[("", _("No sanction")), *Kind.choices],
        required=False,
        help_text=_("Only with “confirmed”."),
    )
    sanction_reason = forms.CharField(
        label=_("What the person reads"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Empty: the same closing words."),
    )
    field_order = ["verdict", "reason", "sanction", "hours", "sanction_reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("Closing words")
        self.fields["reason"].help_text = _("The reporter reads them.")

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("sanction") and data.get("verdict") != Report.Verdict.CONFIRMED:
            self.add_error("sanction", _("A sanction goes with a confirmed report only."))
        if data.get("sanction") in (Kind.WARNING, Kind.RENAME) and data.get("hours") is None:
            self.add_error("hours", _("Choose a length for this one."))
        return data
