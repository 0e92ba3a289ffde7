"""Form of one's wishes: how one is found and invited."""

from typing import ClassVar

from django import forms

from accounts.notices.models import Wishes


class WishesForm(forms.ModelForm):
    class Meta:
        model = Wishes
        fields = ("show_online", "invites")
        widgets: ClassVar = {"invites": forms.RadioSelect}
