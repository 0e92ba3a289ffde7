"""Forms of series: a new tournament, a new night, and a game of its programme."""

from datetime import UTC, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.karma.scoring import FLOORS
from games.engine import defaults
from games.engine.contract import Rules
from games.engine.options import LIVE_BELOW
from lobby.finding.front_page import infos
from lobby.forms.option_form import chosen_options, option_fields, radio, shown_options
from series import limits
from series.models import Item

SOON = (10, 30, 60, 120, 24 * 60)
"""Minutes until the start that can be chosen by one press."""


def number(label: str, bounds: tuple[int, int], initial: int, needs: str = "") -> forms.Field:
    """`needs`: shown only beside this choice, such as "kind=swiss"."""
    least, most = bounds
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        widget=forms.NumberInput(attrs={"data-needs": needs} if needs else {}),
    )


def size_field(rules: Rules, **more: Any) -> forms.Field:
    sizes = [
        (str(n), ngettext("%(n)d player", "%(n)d players", n) % {"n": n})
        for n in rules.INFO.players
    ]
    return radio(
        _("At a table"),
        [("", _("As many as the game takes")), *sizes],
        initial="",
        required=False,
        **more,
    )


def live_option_fields(rules: Rules) -> dict[str, forms.Field]:
    """The game's options. Everybody plays at the same time: a clock of days is not offered."""
    fields = option_fields(rules)
    clock = fields.get("option_turn_seconds")
    if isinstance(clock, forms.ChoiceField):
        offered = dict(clock.choices)  # type: ignore[arg-type]
        clock.choices = [
            (value, words)
            for value, words in offered.items()
            if not str(value).isdecimal() or int(value) < LIVE_BELOW
        ]
    return fields


class NewTournament(forms.Form):
    """Everything has a sensible start; who changes nothing but the name has a tournament."""

    zone = forms.IntegerField(required=False, widget=forms.HiddenInput(attrs={"data-zone": ""}))

    def __init__(self, rules: Rules, *args: Any, staff: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.fields["name"] = forms.CharField(label=_("Name"), max_length=60)
        self.fields["kind"] = radio(
            _("How it is played"),
            [
                ("swiss", _("Swiss: so many rounds, those with equal points meet")),
                ("arena", _("Arena: so many minutes, next table as soon as enough are free")),
                ("knockout", _("Knock-out: the better half goes on, up to the final")),
            ],
            initial="swiss",
        )
        teams = rules.teams is not defaults.teams
        self.fields["size"] = size_field(
            rules, help_text=_("In a game of teams every table has two.") if teams else ""
        )
        self.fields["starts_in"] = radio(
            _("It begins"),
            [(str(minutes), self._soon(minutes)) for minutes in SOON]
            + [("", _("at the time below"))],
            initial="30",
            required=False,
        )
        self.fields["starts_at"] = forms.DateTimeField(
            label=_("Time"),
            required=False,
            widget=forms.DateTimeInput(
                attrs={"type": "datetime-local", "data-needs": "starts_in="}
            ),
            help_text=_("Without scripts in Coordinated Universal Time."),
        )
        self.fields["rounds"] = number(
            _("Rounds of the tournament"), limits.ROUNDS, 5, "kind=swiss"
        )
        self.fields["minutes"] = number(
            _("Minutes of the tournament"), limits.MINUTES, 60, "kind=arena"
        )
        self.fields["break_seconds"] = number(_("Break in seconds"), limits.BREAKS, 15)
        self.fields["grace_seconds"] = number(
            _("Seconds that a chair is held for whoever is not ready"), limits.GRACE, 90
        )
        most = limits.ENTRANTS_OF_STAFF if staff else limits.ENTRANTS
        self.fields["most"] = number(_("Places"), most, 64)
        self.fields["public"] = radio(
            _("Who may come"),
            [("yes", _("Anybody: it is in the calendar")), ("no", _("Only who has the link"))],
            initial="yes",
        )
        self.fields["rated"] = radio(
            _("What is at stake"),
            [("no", _("Friendly: only points and the cup")), ("yes", _("Rated as well"))],
            initial="no",
        )
        self.fields["confirmed"] = forms.BooleanField(
            label=_("Only with a confirmed e-mail address"), required=False
        )
        self.fields["programs"] = forms.BooleanField(
            label=_("Programs may play too, if it is friendly"), required=False
        )
        self.fields["min_karma"] = radio(
            _("How reliable the entrants must be"),
            [
                (
                    str(least),
                    _("Karma at least %(least)d") % {"least": least} if least else _("No matter"),
                )
                for least in FLOORS
            ],
            initial="0",
        )
        self.fields["min_rating"] = forms.IntegerField(label=_("Rating from"), required=False)
        self.fields["max_rating"] = forms.IntegerField(label=_("Rating up to"), required=False)
        if staff:
            self.fields["weekly"] = forms.BooleanField(label=_("Every week"), required=False)
        self.fields.update(live_option_fields(rules))

    RARE = (
        *("break_seconds", "grace_seconds", "most", "confirmed", "programs"),
        *("min_karma", "min_rating", "max_rating"),
    )

    @property
    def first_fields(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name not in self.RARE]

    @property
    def rare_fields(self) -> list[forms.BoundField]:
        """Folded away: what most leave as it is."""
        return [self[name] for name in self.RARE]

    @property
    def has_rare_errors(self) -> bool:
        return any(name in self.errors for name in self.RARE)

    def _soon(self, minutes: int) -> str:
        if minutes < 60:
            return _("in %(n)d minutes") % {"n": minutes}
        hours = minutes // 60
        return ngettext("in an hour", "in %(n)d hours", hours) % {"n": hours}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("starts_in") and not cleaned.get("starts_at"):
            self.add_error("starts_at", _("Say when it begins."))
        return cleaned

    def terms(self) -> dict[str, Any]:
        """What the service is asked for."""
        given = self.cleaned_data
        if given["starts_in"]:
            starts_at = timezone.now() + timedelta(minutes=int(given["starts_in"]))
        else:
            typed = given["starts_at"].replace(tzinfo=UTC)
            starts_at = typed + timedelta(minutes=given.get("zone") or 0)
        numbers = ("rounds", "minutes", "break_seconds", "grace_seconds", "most")
        return {
            "kind": given["kind"],
            "name": given["name"],
            "game": self.rules.INFO.key,
            "options": chosen_options(self.rules, given),
            "size": int(given["size"]) if given["size"] else None,
            "starts_at": starts_at,
            **{name: given[name] for name in numbers},
            "public": given["public"] == "yes",
            "rated": given["rated"] == "yes",
            "weekly": bool(given.get("weekly")),
            "programs": given["programs"],
            "confirmed": given["confirmed"],
            "min_karma": int(given["min_karma"]),
            "min_rating": given["min_rating"],
            "max_rating": given["max_rating"],
        }


class NewNight(forms.Form):
    """Up to so many games in their order; empty places are left out. Rules are the usual ones."""

    PLACES = 6

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = forms.CharField(label=_("Name"), max_length=60, required=False)
        games = [(info.key, _(info.name)) for info in infos()]
        for place in range(1, self.PLACES + 1):
            self.fields[f"game_{place}"] = forms.ChoiceField(
                label=_("Game %(number)d") % {"number": place},
                choices=[("", "–"), *games],
                initial=games[(place - 1) % len(games)][0] if place <= 3 else "",
                required=False,
            )

    def games(self) -> list[dict[str, Any]]:
        chosen = (self.cleaned_data[f"game_{place}"] for place in range(1, self.PLACES + 1))
        return [{"game": game} for game in chosen if game]


class NightGame(forms.Form):
    """A game of the programme: how many at the table, and the game's options."""

    def __init__(self, rules: Rules, *args: Any, item: Item | None = None, **kwargs: Any) -> None:
        """`item`: the game as it stands in the programme, where it is changed."""
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.fields["size"] = size_field(
            rules, help_text=_("With more people the others watch, and everybody takes turns.")
        )
        self.fields.update(live_option_fields(rules))
        if item is not None:
            self.initial = {"size": str(item.size)} | shown_options(rules, item.options)

    def terms(self) -> dict[str, Any]:
        """What the service is asked for."""
        size = self.cleaned_data["size"]
        return {
            "options": chosen_options(self.rules, self.cleaned_data),
            "size": int(size) if size else 0,
        }
