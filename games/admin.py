"""Matches in the admin: to look at, never to change, and never with a card that is still secret."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Match, Outage, Seat


class ReadOnly:
    """`services.py` is the only writer, so here nothing is added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("index", "user", "place", "score", "absent_since", "forfeited_at", "holds_rated")
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "game", "players", "status", "rated", "seq", "started_at", "finished_at"]
    list_filter = ["game", "status", "rated", "live"]
    search_fields = ["=id", "=place", "seats__user__username"]
    date_hierarchy = "started_at"
    # No state, seed, key, clock or bot: they hold or betray hands.
    fields = [
        "game",
        "place",
        "options",
        ("rated", "public", "live"),
        "leaver",
        "status",
        "seq",
        "deadline",
        "commitment",
        "result",
        ("started_at", "finished_at"),
    ]
    inlines = [SeatInline]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("seats__user").defer("state", "key")

    @admin.display(description=_("players"))
    def players(self, match: Match) -> SafeString:
        seats = sorted(match.seats.all(), key=lambda seat: seat.index)
        return format_html_join(", ", "<bdi>{}</bdi>", ((seat.user.username,) for seat in seats))


@admin.register(Outage)
class OutageAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["part", "began", "ended", "credited", "matches"]
    list_filter = ["part"]
    date_hierarchy = "ended"
