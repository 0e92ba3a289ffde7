"""Forms of signing in and up, of the settings, and of leaving."""

from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm, SignupForm
from allauth.core import context
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.avatar import HUES, PATTERNS
from accounts.people.names import is_reserved


class SignIn(LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail")
        self.fields["login"].widget.attrs.update(
            autocomplete="username", autocapitalize="none", spellcheck="false"
        )
        _without_placeholders(self)


class SignUp(SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        name.help_text = _("3 to 20 of A–Z, 0–9, _ and -. Everybody at the table sees it.")
        name.widget.attrs.update(autocapitalize="none", spellcheck="false")
        guest: User | None = getattr(context.request, "guest", None)
        if guest is not None and not is_reserved(guest.username):
            name.initial = guest.username
        self.fields["email"].label = _("E-mail")
        self.fields["password1"].help_text = _("8 characters or more, and not easy to guess.")
        self.fields["email"].help_text = _("Only for getting back in. Nobody else sees it.")
        _without_placeholders(self)


def _without_placeholders(form: forms.Form) -> None:
    """A label that stays says more than a placeholder that goes."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class PreferencesForm(forms.ModelForm):
    language = forms.ChoiceField(label=_("Language"), required=False)
    avatar_hue = forms.TypedChoiceField(
        label=_("Colour"), required=False, coerce=int, empty_value=None, widget=forms.RadioSelect
    )
    avatar_shape = forms.TypedChoiceField(
        label=_("Pattern"), required=False, coerce=int, empty_value=None, widget=forms.RadioSelect
    )

    class Meta:
        model = User
        fields = (
            "language",
            "theme",
            "deck",
            "speed",
            "sound",
            "confirm_moves",
            "play_forced",
            "big_cards",
            "avatar_hue",
            "avatar_shape",
        )
        help_texts: ClassVar = {
            "deck": _("Four colours: each suit has its own. The third kind also differs in shade."),
            "speed": _("A device that asks for little movement is always obeyed."),
            "confirm_moves": _("Shows the move in words first; nothing is played by a slip."),
            "play_forced": _("Where there is one thing to do, the table does it after a beat."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        by_name = ("", _("As my name falls"))
        self._offer("language", [("", _("Like the browser")), *settings.LANGUAGES])
        self._offer("avatar_hue", [by_name, *((hue, str(hue)) for hue in HUES)])
        self._offer("avatar_shape", [by_name, *((n, p.label) for n, p in enumerate(PATTERNS))])

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class LeaveForm(forms.Form):
    """Leaving asks twice: for the password and for the name, typed."""

    name = forms.CharField(
        label=_("Type your name to confirm"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        if name != self.user.username:
            raise forms.ValidationError(_("This is not your name."), code="name")
        return name

    def clean_password(self) -> str:
        """Counted like a sign-in, so that a borrowed device is no place for guessing."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise forms.ValidationError(_("This is not your password."), code="password")
        return password
