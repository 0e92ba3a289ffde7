"""The form of a table in one room, for people who sit together."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.engine.contract import Rules
from lobby.forms.option_form import chosen_options, option_fields
from lobby.services.one_room import LONGEST_NAME


class OneRoom(forms.Form):
    """The names of those who sit together, and what the game asks beside who runs it."""

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        for number in range(1, max(rules.INFO.players) + 1):
            must = number <= min(rules.INFO.players)
            self.fields[f"name_{number}"] = forms.CharField(
                label=_("Player %(n)d") % {"n": number},
                max_length=LONGEST_NAME,
                required=must,
                help_text="" if must else _("Leave it empty if fewer play."),
                error_messages={"required": _("Please give a name.")},
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
            )
        # Some options are settled by playing in one room, or mean nothing there.
        self.fields.update(option_fields(rules, besides=rules.NOT_IN_ONE_ROOM))

    @property
    def names(self) -> list[str]:
        return [text for name, text in self.cleaned_data.items() if name.startswith("name_")]

    def options(self) -> dict[str, Any]:
        return chosen_options(self.rules, self.cleaned_data)
