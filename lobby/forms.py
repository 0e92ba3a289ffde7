"""The form of a new table, built from the game's own options. A sixth game needs no form."""

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Rules, options_of
from games.engine.testing import choices
from games.models import Match

PREFIX = "option_"

YES_NO = {True: gettext_lazy("Yes"), False: gettext_lazy("No"), None: gettext_lazy("None")}


class NewTable(forms.Form):
    """Number of players, the game's options, who may come, and what is at stake."""

    def __init__(self, rules: Rules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.fields["seats"] = radio(
            _("Players"),
            [
                (str(n), ngettext("%(n)d player", "%(n)d players", n) % {"n": n})
                for n in rules.INFO.players
            ],
            initial=str(rules.INFO.players[0]),
        )
        for name, field in options_of(rules).items():
            self.fields[PREFIX + name] = option_field(field)
        self.fields["public"] = radio(
            _("Who may come"),
            [
                ("yes", _("Anybody: the table is listed in the lobby")),
                ("no", _("Only who has the link or the code")),
            ],
            initial="yes",
        )
        self.fields["rated"] = radio(
            _("What is at stake"),
            [
                ("yes", _("Rated: it counts on the leaderboard, people only")),
                ("no", _("Friendly: nothing counts, bots are welcome")),
            ],
            initial="yes",
        )
        self.fields["leaver"] = radio(
            _("Whoever leaves and does not come back"),
            list(Match.Leaver.choices),
            initial=Match.Leaver.FORFEIT.value,
            help_text=_("At a rated table, whoever leaves forfeits."),
        )

    def options(self) -> dict[str, Any]:
        """The chosen options in wire form."""
        wire = {}
        for name, field in options_of(self.rules).items():
            text = self.cleaned_data[PREFIX + name]
            wire[field.encode_name] = next(v for v in choices(field.type) if str(v) == text)
        return wire

    def terms(self) -> dict[str, Any]:
        return {
            "seats": int(self.cleaned_data["seats"]),
            "public": self.cleaned_data["public"] == "yes",
            "rated": self.cleaned_data["rated"] == "yes",
            "leaver": self.cleaned_data["leaver"],
        }


def option_field(field: msgspec.structs.FieldInfo) -> forms.ChoiceField:
    """One option: its title and labels stand beside its values in the game's rules."""
    title, help_text = "", ""
    labels: dict[Any, str] = {}
    info = msgspec.inspect.type_info(field.type)
    while isinstance(info, msgspec.inspect.Metadata):
        extra = info.extra_json_schema or {}
        title = title or extra.get("title", "")
        help_text = help_text or extra.get("description", "")
        labels = labels or (info.extra or {}).get("labels", {})
        info = info.type
    words = [
        (str(value), _(labels[value]) if value in labels else str(YES_NO.get(value, value)))
        for value in choices(field.type)
    ]
    return radio(
        _(title) if title else field.name.replace("_", " ").capitalize(),
        words,
        initial=str(field.default),
        help_text=_(help_text) if help_text else "",
    )


def radio(label: str, words: list[tuple[str, Any]], **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=words,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Please choose one."),
            "invalid_choice": _("Please choose one of these."),
        },
        **kwargs,
    )
