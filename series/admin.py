"""Series in the admin: to look at, with acts that call the services. Each asks for a reason."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import F
from django.http import HttpRequest
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.display import person_of
from accounts.staff.acts import Act, InternalReasonForm, ReasonForm, WithActs
from accounts.staff.read_only import ReadOnly
from series import limits, selectors
from series.lines import people_of
from series.models import Entrant, LogLine, Pod, Series
from series.rounds import options_line
from series.services import judging

CHANGE = "series.change_series"


class Extension(InternalReasonForm):
    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=limits.EXTENSIONS[0], max_value=limits.EXTENSIONS[1]
    )

    field_order = ("minutes", "reason")


class Chosen(forms.TypedChoiceField):
    """One of what the series has."""

    def __init__(self, choices_of: Callable[[Series], list[Any]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices_of = choices_of


def entrants_in(series: Series) -> list[tuple[str, str]]:
    teams = map(people_of, selectors.entrants_of(series))
    return [(people[0].username, names_of(people)) for people in teams]


def matches_that_count(series: Series) -> list[tuple[int | None, str]]:
    """The newest first."""
    return [
        (pod.match_id, words)
        for pod, words in reversed(matches_of(series))
        if pod.status != Pod.Status.VOID
    ]


class Removal(ReasonForm):
    name = Chosen(entrants_in, label=_("Who"))

    field_order = ("name", "reason")


class Annulment(ReasonForm):
    match = Chosen(matches_that_count, label=_("Match"), coerce=int)

    field_order = ("match", "reason")


class EntrantInline(ReadOnly, admin.TabularInline):
    model = Entrant
    fields = ("people", "status", "place", "total", "their_sum", "direct", "firsts", "played")
    readonly_fields = ("people", "total", "their_sum")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request).prefetch_related(selectors.MEMBERS)
        return rows.order_by(F("place").asc(nulls_last=True), "joined_at", "pk")

    @admin.display(description=_("people"))
    def people(self, entrant: Entrant) -> SafeString:
        names = ((member.user.username,) for member in entrant.members.all())
        return format_html_join(" & ", "<bdi>{}</bdi>", names)

    @admin.display(description=_("points"))
    def total(self, entrant: Entrant) -> str:
        return floatformat(entrant.points)

    @admin.display(description=_("opponents’ sum"))
    def their_sum(self, entrant: Entrant) -> str:
        return floatformat(entrant.opponents)


class LogInline(ReadOnly, admin.TabularInline):
    model = LogLine
    fields = ("at", "by", "what", "reason", "about")
    readonly_fields = ("about",)
    extra = 0
    verbose_name_plural = _("What host and staff did")

    @admin.display(description=_("about"))
    def about(self, line: LogLine) -> str:
        return ", ".join(f"{what}: {value}" for what, value in line.details.items())


def lasts(series: Series) -> bool:
    return series.lasts


def has_begun(series: Series) -> bool:
    return series.started_at is not None


def matches_of(series: Series) -> list[tuple[Pod, str]]:
    """Every match with its round, its people and how it stands, oldest first."""
    return [
        (
            pod,
            gettext("%(number)d · round %(round)d · %(people)s · %(status)s")
            % {
                "number": pod.match_id,
                "round": made.number,
                "people": ", ".join(names_of(people_of(s.entrant)) for s in pod.seats.all()),
                "status": pod.get_status_display(),
            },
        )
        for made in selectors.rounds_of(series)
        for pod in made.pods.all()
        if pod.match_id
    ]


def names_of(people: list[User]) -> str:
    return " & ".join(user.username for user in people)


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
        "games",
        ("confirmed", "min_karma", "min_rating", "max_rating", "most"),
        ("rounds", "minutes", "break_seconds", "grace_seconds"),
        ("starts_at", "started_at", "ended_at", "deadline", "paused_at"),
        "matches",
    ]
    readonly_fields = ("games", "matches")
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
            explain=_(
                "Moves its clock on: the start, the next round, or the end of an arena. Of a later "
                "start everybody who joined is told."
            ),
        ),
        Act(
            "remove",
            _("Remove an entrant"),
            CHANGE,
            "do_remove",
            form=Removal,
            danger=True,
            explain=_(
                "They have no place any more and cannot join again. What others played against "
                "them counts as it was played; a match that was unfair you annul as well."
            ),
        ),
        Act(
            "annul",
            _("Annul a match"),
            CHANGE,
            "do_annul",
            form=Annulment,
            offered=has_begun,
            danger=True,
            explain=_(
                "It counts for nobody in this series; its players are told the reason. In a Swiss "
                "everybody else in it has the mean for it, as for a bye. In a knock-out it is "
                "played anew while its round lasts."
            ),
        ),
        Act(
            "stop",
            _("No more weeks"),
            CHANGE,
            "do_stop",
            form=InternalReasonForm,
            offered=lambda series: series.weekly,
            explain=_(
                "It is not repeated any more. The next one stays, if it is planned: end it there."
            ),
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

    @admin.display(description=_("games"))
    def games(self, series: Series) -> SafeString:
        rows = ((gettext(item.info.name), options_line(item)) for item in series.items)
        return format_html_join(mark_safe("<br>"), "{} · {}", rows)

    @admin.display(description=_("matches"))
    def matches(self, series: Series) -> SafeString:
        """Each leads to the match's own page, where staff see its log."""
        rows = ((self.match_url(pod), words) for pod, words in matches_of(series))
        found = format_html_join(mark_safe("<br>"), '<a href="{}">{}</a>', rows)
        return found or mark_safe("–")

    def match_url(self, pod: Pod) -> str:
        return reverse("admin:games_match_change", args=[pod.match_id])

    def form_for(self, act: Act, request: HttpRequest, thing: Series) -> forms.Form:
        """What can be chosen is in a list, so nobody types a number."""
        form = super().form_for(act, request, thing)
        for field in form.fields.values():
            if isinstance(field, Chosen):
                field.choices = field.choices_of(thing)
        return form

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

    def do_stop(self, request: HttpRequest, series: Series, data: dict[str, Any]) -> str:
        judging.stop_repeating(series.pk, person_of(request), data["reason"])
        return gettext("It is not repeated any more.")

    def do_end(self, request: HttpRequest, series: Series, data: dict[str, Any]) -> str:
        judging.end(series.pk, person_of(request), data["reason"])
        return gettext("It is over.")
