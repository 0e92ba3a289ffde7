"""Matches in the admin: the log in words to read, and buttons that call the services.

Nothing here shows a card that is still secret. Who has the permission may look, with a reason, at a
match in which they do not sit and which they do not watch; and each look is in the log of staff.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import display_name, person_of
from accounts.staff import audit_log
from accounts.staff.acts import Act, InternalReasonForm, WithActs
from accounts.staff.read_only import ReadOnly
from games import registry, selectors
from games.admin_forms import Places, TableReason, Time
from games.engine import codec
from games.engine.contract import Seat as Chair
from games.event_log import LoggedEvent, logged
from games.models import Event, Match, Outage, Seat
from games.page.log import narrate
from games.page.result import result_of
from games.presence import leases
from games.services import judging

__all__ = ["ReadOnly"]

JUDGE = "moderation.judge_match"
PER_PAGE = 200


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("index", "user", "role", "place", "score", "absent_since", "forfeited_at")
    extra = 0
    show_change_link = False


class GameFilter(admin.SimpleListFilter):
    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(rules.INFO.key, gettext(rules.INFO.name)) for rules in registry.all_games()]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(game=self.value()) if self.value() else queryset


def runs(match: Match) -> bool:
    return match.status == Match.Status.RUNNING


def replay_url(match: Match) -> str | None:
    """Of a match that is over: before, its log is shown to nobody."""
    return None if runs(match) else url_or_none("archive:replay", match.pk)


@admin.register(Match)
class MatchAdmin(ReadOnly, WithActs):
    list_display = ["id", "game_name", "players", "status", "rated", "seq", "started_at"]
    list_filter = ["status", GameFilter, "rated", "public", "started_at"]
    search_fields = ["=id", "=venue", "seats__user__username"]
    search_help_text = _("A player's name, the number of a match, or a venue such as table.17")
    date_hierarchy = "started_at"
    change_form_template = "admin/match.html"
    # No state, seed, key, clock or bot: they hold or betray hands.
    fields = [
        ("game_name", "status", "steps"),
        ("rated", "public", "live"),
        "leaver",
        ("started_at", "finished_at", "deadline"),
        "ended",
    ]
    readonly_fields = ["game_name", "steps", "ended"]
    inlines = [SeatInline]
    acts = (
        Act(
            "time",
            _("Give time back"),
            JUDGE,
            "do_time",
            form=Time,
            offered=runs,
            explain=_("The running clock, and whoever is away, get this much more."),
        ),
        Act(
            "adjudicate",
            _("Decide the match"),
            JUDGE,
            "do_adjudicate",
            form=Places,
            offered=runs,
            danger=True,
            explain=_("The match ends now with these places. At a rated table it counts."),
        ),
        Act(
            "abort",
            _("Call the match off"),
            JUDGE,
            "do_abort",
            form=TableReason,
            offered=runs,
            danger=True,
            explain=_("The match ends now and counts for nobody."),
        ),
        Act(
            "look",
            _("Look at what is hidden"),
            "moderation.see_hidden_state",
            "do_look",
            form=InternalReasonForm,
            explain=_("Hands and everything else that is secret. Your look goes into the log."),
        ),
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("seats__user").defer("state", "key")

    @admin.display(description=_("game"), ordering="game")
    def game_name(self, match: Match) -> str:
        return gettext(registry.rules_for(match.game).INFO.name)

    @admin.display(description=_("steps so far"))
    def steps(self, match: Match) -> int:
        return match.seq

    def title_of(self, thing: Match) -> str:
        return gettext("%(game)s, match %(number)d") % {
            "game": self.game_name(thing),
            "number": thing.pk,
        }

    @admin.display(description=_("players"))
    def players(self, match: Match) -> SafeString:
        seats = sorted(match.seats.all(), key=lambda seat: seat.index)
        names = ((seat.name or display_name(seat.user),) for seat in seats)
        return format_html_join(", ", "<bdi>{}</bdi>", names)

    @admin.display(description=_("how it ended"))
    def ended(self, match: Match) -> str:
        return str(match.result["reason"]) if match.result else gettext("it still runs")

    # ---- The log in words ----------------------------------------------------------------------

    def extra_of(self, request: HttpRequest, thing: Match | None) -> dict[str, Any]:
        """The log as a watcher reads it, page by page, the newest page first."""
        shown = selectors.read(thing.pk) if thing is not None else None
        if shown is None:
            return {}
        pages = Paginator(shown.match.events.order_by("-seq"), PER_PAGE)
        page = pages.get_page(request.GET.get("log"))
        events = list(reversed(page.object_list))
        return {
            "log": lines_of(shown, events),
            "log_page": page,
            "replay_url": replay_url(shown.match),
            "result": result_of(shown, None),
        }

    def get_preserved_filters(self, request: HttpRequest) -> str:
        return "" if "log" in request.GET else super().get_preserved_filters(request)

    # ---- What staff do -------------------------------------------------------------------------

    def form_for(self, act: Act, request: HttpRequest, thing: Match) -> forms.Form:
        if act.form is Places:
            return Places(request.POST if request.method == "POST" else None, match=thing)
        return super().form_for(act, request, thing)

    def why_not(self, request: HttpRequest, thing: Match, act: Act) -> str:
        """Nobody steps into a match of their own, or looks into one that they follow."""
        user_id = request.user.pk or 0
        if thing.seats.filter(user_id=user_id).exists():
            return gettext("You sit in this match, so somebody else has to do that.")
        if act.key == "look" and runs(thing) and user_id in leases.present(thing.venue):
            return gettext("You are watching this match. Close its page first.")
        return ""

    def do_time(self, request: HttpRequest, match: Match, data: dict[str, Any]) -> str:
        judging.give_time(match.pk, data["seconds"], data["reason"])
        audit_log.record(
            person_of(request), "gave time back", match, data["reason"], seconds=data["seconds"]
        )
        return gettext("Time was given back.")

    def do_adjudicate(self, request: HttpRequest, match: Match, data: dict[str, Any]) -> str:
        judging.adjudicate_match(match.pk, data["places"], data["reason"])
        audit_log.record(
            person_of(request), "decided a match", match, data["reason"], places=data["places"]
        )
        return gettext("The match is decided.")

    def do_abort(self, request: HttpRequest, match: Match, data: dict[str, Any]) -> str:
        judging.abort_match(match.pk, "called-off", data["reason"])
        audit_log.record(person_of(request), "called a match off", match, data["reason"])
        return gettext("The match was called off.")

    def do_look(self, request: HttpRequest, match: Match, data: dict[str, Any]) -> HttpResponse:
        """Logged first, then shown."""
        shown = selectors.read(match.pk)
        assert shown is not None
        by = person_of(request)
        audit_log.record(by, "looked at hidden state", match, data["reason"], step=shown.match.seq)
        seats = [
            (display_name(row.user), codec.dump(shown.rules.view(shown.state, Chair(row.index))))
            for row in shown.seats
        ]
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("What is hidden"),
            "match": shown.match,
            "seats": seats,
            "state": codec.dump(shown.state),
            "back": self.page_of(match),
            "opts": self.model._meta,
        }
        response = TemplateResponse(request, "admin/hidden.html", context)
        response["Cache-Control"] = "no-store, private"
        return response


def lines_of(
    shown: selectors.LoadedMatch, events: Iterable[Event]
) -> list[tuple[LoggedEvent, SafeString]]:
    """Each line with its event, as everybody at the table reads it."""
    known = {event.seq: event for event in logged(events, shown.rules)}
    told = narrate(shown, known.values(), None)
    return [(known[line.seq], line.html) for line in told]


def url_or_none(name: str, *args: Any) -> str | None:
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return None


@admin.register(Outage)
class OutageAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["part", "began", "ended", "credited", "matches"]
    list_filter = ["part"]
    date_hierarchy = "ended"
