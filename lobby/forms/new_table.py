"""The forms of a new table in the lobby: with friends, with strangers, for practice.

Each begins with sensible choices and with what this person chose the last time; who changes nothing
sends it as it is.
"""

from typing import Any, Self

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.karma.scoring import FLOORS
from games.engine import codec
from games.engine.contract import Rules
from games.models import Match
from lobby.forms.option_form import chosen_options, option_fields, radio
from lobby.models import TableDefaults
from lobby.room.rendering import LEVELS

Company = TableDefaults.Company


class TableForm(forms.Form):
    """Number of players and the game's options."""

    def __init__(self, rules: Rules, *args: Any, chosen: dict[str, Any], **kwargs: Any) -> None:
        """`chosen`: the last time, by field; what is not offered any more is left out."""
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
        self.add_terms()
        for name, value in chosen.items():
            if name in self.fields and self.is_offered(name, value):
                self.initial[name] = value

    def add_terms(self) -> None:
        """What such a table asks besides."""

    def is_offered(self, name: str, value: Any) -> bool:
        values = value if isinstance(value, list) else [value]
        return not self.fields[name].disabled and set(values) <= self.words(name).keys()

    def words(self, name: str) -> dict[str, Any]:
        """What a field offers, by value."""
        field = self.fields[name]
        return dict(field.choices) if isinstance(field, forms.ChoiceField) else {}  # type: ignore[arg-type]

    def as_it_stands(self) -> Self:
        """The form as if it had been sent without a change."""
        self.data = {
            name: self.get_initial_for_field(field, name) for name, field in self.fields.items()
        }
        self.data = {name: "" if value is None else value for name, value in self.data.items()}
        self.is_bound = True
        return self

    def options(self) -> dict[str, Any]:
        """The chosen options in wire form."""
        return chosen_options(self.rules, self.cleaned_data)

    def seats(self) -> int:
        return int(self.cleaned_data["seats"])

    def summary(self) -> list[str]:
        """What will be opened if nothing is changed, in words."""
        said = []
        for name, field in self.fields.items():
            shown, words = self[name].value(), self.words(name)
            if isinstance(shown, str) and shown in words and "data-needs" not in field.widget.attrs:
                said.append(str(words[shown]).partition(":")[0])
        return said


class NewTable(TableForm):
    """For people: who may come, and what is at stake."""

    def __init__(
        self,
        rules: Rules,
        *args: Any,
        company: str = Company.STRANGERS,
        unrated: str = "",
        chosen: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """`unrated`: why this person may not play for a rating now."""
        self.company, self.unrated = company, unrated
        super().__init__(rules, *args, chosen=chosen or {}, **kwargs)

    def add_terms(self) -> None:
        among_friends = self.company == Company.FRIENDS
        self.fields["public"] = radio(
            _("Who may come"),
            [
                ("yes", _("Anybody: the table is listed in the lobby")),
                ("no", _("Only who has the link or the code")),
            ],
            initial="no" if among_friends else "yes",
        )
        self.fields["rated"] = radio(
            _("What is at stake"),
            [
                ("yes", _("Rated: it counts on the leaderboard, people only")),
                ("no", _("Friendly: nothing counts, bots are welcome")),
            ],
            initial="no" if self.unrated or among_friends else "yes",
            required=False,
            disabled=bool(self.unrated),
            help_text=self.unrated
            or _("Private tables and tables with a host are always friendly."),
        )
        self.fields["rated"].widget.attrs["data-needs"] = "public=yes"
        self.fields["guests"] = radio(
            _("People without an account"),
            [
                ("yes", _("May sit down with a name alone")),
                ("no", _("May look on")),
            ],
            initial="yes",
            required=False,
            help_text=_("Guests talk in phrases only. At a rated table nobody is a guest."),
        )
        self.fields["beginners"] = radio(
            _("Beginners"),
            [("no", _("As they come")), ("yes", _("Beginners are welcome"))],
            initial="no",
            required=False,
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

    def may_be_rated(self) -> bool:
        """What is always friendly is not asked for."""
        chosen = codec.load_options(self.rules, self.options())
        public = self.cleaned_data["public"] == "yes"
        return public and self.rules.why_unrated(chosen) is None

    def terms(self) -> dict[str, Any]:
        return {
            "seats": self.seats(),
            "public": self.cleaned_data["public"] == "yes",
            "rated": self.cleaned_data["rated"] == "yes" and self.may_be_rated(),
            "allows_guests": self.cleaned_data["guests"] != "no",
            "leaver": self.cleaned_data["leaver"],
            "min_karma": int(self.cleaned_data["min_karma"] or 0),
            "beginners": self.cleaned_data["beginners"] == "yes",
        }


class Practice(TableForm):
    """With bots: how strong they are."""

    def add_terms(self) -> None:
        levels = self.rules.INFO.levels
        asked = radio(
            _("How strong the bots are"),
            [(level, LEVELS.get(level, level)) for level in levels],
            initial=levels[0],
        )
        self.fields = {"level": asked, **self.fields}

    def level(self) -> str:
        return str(self.cleaned_data["level"])
