"""Form of how one may be reached: quiet hours, and the mail of a turn that waits."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.push import quiet_hours
from accounts.push.models import Reach


class ReachForm(forms.ModelForm):
    time_zone = forms.ChoiceField(label=_("Time zone"))

    class Meta:
        model = Reach
        fields = ("quiet_from", "quiet_to", "time_zone", "turn_mail")
        labels: ClassVar = {
            "quiet_from": _("Quiet from"),
            "quiet_to": _("Quiet until"),
            "turn_mail": _("Mail me when a turn of mine at a slow table has waited 15 minutes"),
        }
        widgets: ClassVar = {
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_to": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name.replace("_", " ")) for name in quiet_hours.zones()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_to") is None):
            raise forms.ValidationError(_("Quiet hours have a beginning and an end."))
        return cleaned
