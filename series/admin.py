"""Series in the admin: to look at, with acts that call the services. Each asks for a reason."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import person_of
from accounts.staff.acts import Act, InternalReasonForm, ReasonForm, WithActs
from accounts.staff.read_only import ReadOnly
from series import limits
from series.models import Entrant, LogLine, Pod, Series
from series.services import judging

CHANGE = "series.change_series"


class Extension(InternalReasonForm):
    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=limits.EXTENSIONS[0], max_value=limits.EXTENSIONS[1]
    )


class Removal(ReasonForm):
    name = forms.CharField(label=_("Name of somebody in it"), max_length=20)


class Annulment(ReasonForm):
    match = forms.IntegerField(label=_("Number of the match"), min_value=1)


class EntrantInline(ReadOnly, admin.TabularInline):
    model = Entrant
    fields = ("people", "status", "place", "points", "opponents", "direct", "firsts", "played")
    readonly_fields = ("people",)
    extra = 0

    @admin.display(description=_("people"))
    def people(self, entrant: Entrant) -> str:
        return " & ".join(member.user.username for member in entrant.members.all())


class LogInline(ReadOnly, admin.TabularInline):
    model = LogLine
    fields = ("at", "by", "what", "reason", "details")
    extra = 0


def lasts(series: Series) -> bool:
    return series.lasts


@admin.register(Series)
class SeriesAdmin(ReadOnly, WithActs):
    list_display = [
        "code",
        "name",
        "kind",
        "status",
        "host",
        "starts_at",
        "public",
        "rated",
        "page",
    ]
    list_filter = ["kind", "status", "public", "rated", "weekly"]
    search_fields = ["code", "name", "host__username", "members__user__username"]
    date_hierarchy = "starts_at"
    fields = [
        ("code", "name", "kind", "status"),
        ("host", "public", "rated", "programs", "weekly"),
        "programme",
        ("confirmed", "min_karma", "min_rating", "max_rating", "most"),
        ("rounds", "minutes", "break_seconds", "grace_seconds"),
        ("starts_at", "started_at", "ended_at", "deadline", "paused_at"),
        "matches",
    ]
    readonly_fields = ("matches",)
    inlines = [EntrantInline, LogInline]
    acts = (
        Act(
            "pause",
            _("Pause"),
            CHANGE,
            "do_pause",
            form=InternalReasonForm,
            offered=lambda series: series.status == Series.Status.RUNNING,
            explain=_("Matches that run are played out; nothing new begins until it goes on."),
        ),
        Act(
            "resume",
            _("Go on"),
            CHANGE,
            "do_resume",
            form=InternalReasonForm,
            offered=lambda series: series.status == Series.Status.PAUSED,
        ),
        Act(
            "extend",
            _("Give time"),
            CHANGE,
            "do_extend",
            form=Extension,
            offered=lasts,
            explain=_("Moves its clock on: the start, the next round, or the end of an arena."),
        ),
        Act("remove", _("Remove an entrant"), CHANGE, "do_remove", form=Removal, danger=True),
        Act(
            "annul",
            _("Annul a match"),
            CHANGE,
            "do_annul",
            form=Annulment,
            danger=True,
            explain=_("It counts for nobody in this series; its players are told the reason."),
        ),
        Act(
            "end",
            _("End it"),
            CHANGE,
            "do_end",
            form=InternalReasonForm,
            offered=lasts,
            danger=True,
            explain=_("With what was played to its end. One that has not begun is called off."),
        ),
    )

    @admin.display(description=_("page"))
    def page(self, series: Series) -> SafeString:
        return format_html('<a href="{}">{}</a>', series.get_absolute_url(), _("look"))

    @admin.display(description=_("matches"))
    def matches(self, series: Series) -> str:
        rows = Pod.objects.filter(round__series=series, match__isnull=False).order_by("pk")
        return ", ".join(str(number) for number in rows.values_list("match_id", flat=True)) or "–"

    def do_pause(self, request: HttpRequest, series: Series, data: dict[str, Any]) -> str:
        judging.pause(series.pk, person_of(request), data["reason"])
        return gettext("It is paused.")

    def do_resume(self, request: HttpRequest, series: Series, data: dict[str, Any]) -> str:
        judging.resume(series.pk, person_of(request), data["reason"])
        return gettext("It goes on.")

    def do_extend(self, request: HttpRequest, series: Series, data: dict[str, Any]) -> str:
        judging.extend(series.pk, person_of(request), data["minutes"], data["reason"])
        return gettext("Its clock was moved on.")

    def do_remove(self, request: HttpRequest, series: Series, data: dict[str, Any]) -> str:
        judging.remove(series.pk, person_of(request), data["name"], data["reason"])
        return gettext("They are out of it.")

    def do_annul(self, request: HttpRequest, series: Series, data: dict[str, Any]) -> str:
        judging.annul(series.pk, person_of(request), data["match"], data["reason"])
        return gettext("The match is annulled.")

    def do_end(self, request: HttpRequest, series: Series, data: dict[str, Any]) -> str:
        judging.end(series.pk, person_of(request), data["reason"])
        return gettext("It is over.")
