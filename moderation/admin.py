"""Admin of reports: a queue, the most urgent first, with what the reporter saw."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import person_of
from accounts.staff.acts import Act, WithActs
from accounts.staff.read_only import ReadOnly
from games.admin import replay_url, url_or_none
from games.models import Match
from lobby.admin import remove_line_act
from lobby.models import ChatLine
from lobby.services import talk
from moderation import priority, services
from moderation.forms import Decision
from moderation.models import Report

DECIDE = "moderation.change_report"


class QueueFilter(admin.SimpleListFilter):
    """What is closed stays out of the way unless it is asked for."""

    title = _("state")
    parameter_name = "queue"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("mine", _("mine")), ("closed", _("closed")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        for choice in super().choices(changelist):
            yield choice | ({"display": _("waiting")} if choice["query_string"] == "?" else {})

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        match self.value():
            case "mine":
                return queryset.filter(claimed_by=request.user.pk).exclude(state="closed")
            case "closed":
                return queryset.filter(state="closed")
            case "all":
                return queryset
            case _:
                return queryset.exclude(state="closed")


def line_of(report: Report) -> ChatLine | None:
    """The reported chat line, while it is to be seen."""
    return ChatLine.objects.filter(pk=report.context.get("line"), removed_at=None).first()


def is_open(report: Report) -> bool:
    return report.state != Report.State.CLOSED


@admin.register(Report)
class ReportAdmin(ReadOnly, WithActs):
    list_display = ("how_soon", "kind", "person", "gist", "reporter", "waiting", "handled")
    list_display_links = ("how_soon", "kind")
    list_filter = (QueueFilter, "kind", "verdict", "at")
    list_select_related = ("about", "reporter", "claimed_by")
    search_fields = ("about__username", "about_name", "reporter__username", "text", "=match_id")
    ordering = ("-priority", "id")
    change_form_template = "admin/report.html"
    fields = (
        ("kind", "how_soon", "state"),
        ("person", "about_name", "reporter"),
        ("at", "claimed_by", "claimed_at"),
        ("verdict", "answer"),
        ("answered_by", "answered_at"),
    )
    readonly_fields = ("how_soon", "person")
    acts = (
        Act(
            "claim",
            _("I am on it"),
            DECIDE,
            "do_claim",
            form=Form,
            offered=lambda report: report.state == Report.State.OPEN,
            explain=_("So that two do not work on the same."),
        ),
        Act(
            "decide",
            _("Decide and close"),
            DECIDE,
            "do_decide",
            form=Decision,
            offered=is_open,
            explain=_(
                "Every reporter of the same thing hears your closing words. A confirmed report of "
                "cheating or leaving also costs reliability."
            ),
        ),
        Act(
            "release",
            _("Back to the queue"),
            DECIDE,
            "do_release",
            form=Form,
            offered=lambda report: report.state == Report.State.CLAIMED,
        ),
        remove_line_act(lambda report: line_of(report) is not None),
    )

    @admin.display(description=_("priority"), ordering="-priority")
    def how_soon(self, report: Report) -> SafeString:
        return format_html(
            '<span class="soon soon-{}">{}</span>',
            2 if report.priority >= priority.NOW else 1 if report.priority >= priority.SOON else 0,
            priority.words(report.priority),
        )

    @admin.display(description=_("person"), ordering="about__username")
    def person(self, report: Report) -> SafeString:
        url = reverse("admin:accounts_user_change", args=[report.about_id])
        return format_html('<a href="{}"><bdi>{}</bdi></a>', url, report.about.username)

    @admin.display(description=_("what"))
    def gist(self, report: Report) -> str:
        """The reported line, or what the reporter wrote."""
        for line in report.context.get("lines", []):
            if line["id"] == report.context.get("line"):
                return f"“{line['words'][:80]}”"
        return report.text[:80]

    @admin.display(description=_("when"), ordering="at")
    def waiting(self, report: Report) -> str:
        return gettext("%(time)s ago") % {"time": timesince(report.at, depth=1)}

    @admin.display(description=_("state"), ordering="state")
    def handled(self, report: Report) -> str:
        if report.claimed_by is None or not is_open(report):
            return str(report.get_state_display())
        return gettext("%(name)s is on it") % {"name": report.claimed_by.username}

    def extra_of(self, request: HttpRequest, thing: Report | None) -> dict[str, Any]:
        if thing is None:
            return {}
        match = Match.objects.filter(pk=thing.match_id or 0).first()
        others = Report.objects.filter(about=thing.about_id).exclude(pk=thing.pk).order_by("-id")
        return {
            "report": thing,
            "frozen": thing.context,
            "match_url": match and url_or_none("admin:games_match_change", match.pk),
            "replay_url": match and replay_url(match),
            "line_url": url_or_none("admin:lobby_chatline_change", thing.context["line"])
            if ChatLine.objects.filter(pk=thing.context.get("line")).exists()
            else None,
            "others": others[:10],
            "sanctions": thing.about.sanctions.order_by("-id")[:10],
        }

    def do_remove_line(self, request: HttpRequest, report: Report, data: dict[str, Any]) -> str:
        talk.remove_line(report.context["line"], person_of(request), data["reason"])
        return gettext("The line is removed.")

    def do_claim(self, request: HttpRequest, report: Report, data: dict[str, Any]) -> str:
        services.claim(report.pk, person_of(request))
        return gettext("It is yours.")

    def do_release(self, request: HttpRequest, report: Report, data: dict[str, Any]) -> str:
        services.release(report.pk, person_of(request))
        return gettext("It is back in the queue.")

    def do_decide(self, request: HttpRequest, report: Report, data: dict[str, Any]) -> str:
        closed = services.decide(
            report.pk,
            person_of(request),
            data["verdict"],
            data["reason"],
            sanction=data["sanction"],
            until=data["until"],
            sanction_reason=data["sanction_reason"],
        )
        return gettext("Closed: %(n)d. Whoever reported it is told.") % {"n": closed}
