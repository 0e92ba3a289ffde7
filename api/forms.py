"""The forms of the tokens' page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from api import selectors
from api.models import Scope

LIFETIMES = {
    "30": _("30 days"),
    "90": _("90 days"),
    "365": _("a year"),
    "": _("until I revoke it"),
}


class NewToken(forms.Form):
    """A name, for whom it plays, what it may do, how long it lives."""

    name = forms.CharField(
        label=_("Name"), max_length=40, help_text=_("So that you know it again: “my first bot”.")
    )
    account = forms.ChoiceField(label=_("Plays for"))
    scopes = forms.MultipleChoiceField(
        label=_("May"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple
    )
    lifetime = forms.ChoiceField(
        label=_("Lives"), choices=list(LIFETIMES.items()), initial="90", required=False
    )

    def __init__(self, owner: User, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"scopes": Scope.values, "lifetime": "90"})
        super().__init__(*args, **kwargs)
        self.accounts = {user.username: user for user in [owner, *selectors.bots_of(owner)]}
        choices: list[tuple[str, Any]] = [(owner.username, _("myself"))]
        choices += [(name, name) for name in list(self.accounts)[1:]]
        self.fields["account"].choices = choices  # type: ignore[attr-defined]

    def wishes(self) -> dict[str, Any]:
        days = self.cleaned_data["lifetime"]
        return {
            "user": self.accounts[self.cleaned_data["account"]],
            "name": self.cleaned_data["name"],
            "scopes": self.cleaned_data["scopes"],
            "days": int(days) if days else None,
        }


class NewBot(forms.Form):
    bot_name = forms.CharField(
        label=_("Name of the bot"),
        max_length=20,
        help_text=_("3 to 20 of A–Z, 0–9, _ and -. Everybody at the table sees it."),
    )
