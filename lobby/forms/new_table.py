"""The form of a new table in the lobby."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.karma.scoring import FLOORS
from games.engine.contract import Rules
from games.models import Match
from lobby.forms.option_form import chosen_options, option_fields, radio


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
        self.fields.update(option_fields(rules))
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

        self.fields["min_karma"] = radio(
            _("How reliable the others must be"),
            [
                (
                    str(least),
                    _("Karma at least %(least)d") % {"least": least} if least else _("No matter"),
                )
                for least in FLOORS
            ],
            initial="0",
            required=False,
            help_text=_("Karma rises by playing matches to the end and falls by leaving them."),
        )

    def options(self) -> dict[str, Any]:
        """The chosen options in wire form."""
        return chosen_options(self.rules, self.cleaned_data)

    def terms(self) -> dict[str, Any]:
        return {
            "seats": int(self.cleaned_data["seats"]),
            "public": self.cleaned_data["public"] == "yes",
            "rated": self.cleaned_data["rated"] == "yes",
            "leaver": self.cleaned_data["leaver"],
            "min_karma": int(self.cleaned_data["min_karma"] or 0),
        }
