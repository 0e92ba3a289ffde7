"""Form of a new name after a rename."""

from allauth.account.adapter import get_adapter
from django import forms
from django.utils.translation import gettext_lazy as _


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("Your new name"),
        max_length=20,
        help_text=_("3 to 20 of A–Z, 0–9, _ and -. You can choose once, so take your time."),
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}
        ),
    )

    def clean_name(self) -> str:
        """The same questions as at signing up."""
        name: str = get_adapter().clean_username(self.cleaned_data["name"].strip())
        return name
