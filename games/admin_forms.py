"""What staff are asked before they step into a match."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.people.display import display_name
from accounts.staff.acts import ReasonForm
from games.models import Match


class TableReason(ReasonForm):
    """The reason stands in the log of the match, where everybody reads it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].max_length = 200  # type: ignore[attr-defined]
        self.fields["reason"].help_text = _("A sentence. Everybody at the table reads it.")


class Time(TableReason):
    seconds = forms.TypedChoiceField(
        label=_("How much"),
        choices=[("30", _("Half a minute")), ("120", _("Two minutes")), ("600", _("Ten minutes"))],
        coerce=int,
        initial="120",
        widget=forms.RadioSelect,
    )
    field_order = ["seconds", "reason"]


class Places(TableReason):
    """A place for every player. Those who tie share one."""

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = list(match.seats.select_related("user").order_by("index"))
        players = [row for row in self.rows if not row.role]
        for row in players:
            self.fields[f"place_{row.index}"] = forms.IntegerField(
                label=_("Place of %(name)s") % {"name": row.name or display_name(row.user)},
                min_value=1,
                max_value=len(players),
            )
        self.order_fields([f"place_{row.index}" for row in players])

    @property
    def places(self) -> list[int | None]:
        return [self.cleaned_data.get(f"place_{row.index}") for row in self.rows]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            data["places"] = self.places
        return data
