"""Admin of tables and their chat: to look at, never to change."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin import ReadOnly
from lobby.models import Chair, ChatLine, Table
from lobby.room.phrases import phrase_text


class ChairInline(ReadOnly, admin.TabularInline):
    model = Chair
    fields = ("index", "user", "level", "ready", "joined_at")
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    list_display = [
        "code",
        "game",
        "status",
        "taken",
        "owner",
        "public",
        "rated",
        "round_no",
        "touched_at",
        "page",
    ]
    list_filter = ["game", "status", "public", "rated"]
    search_fields = ["code", "owner__username", "chairs__user__username"]
    # The seed of the next match stays out of sight.
    fields = [
        "code",
        "game",
        "options",
        "seats",
        ("public", "rated"),
        "leaver",
        "owner",
        "status",
        "match",
        "round_no",
        "commitment",
        ("created_at", "touched_at", "waiting_since"),
    ]
    inlines = [ChairInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        rows = super().get_queryset(request).select_related("owner").defer("seed")
        return rows.annotate(sitting=Count("chairs"))

    @admin.display(description=_("chairs"), ordering="sitting")
    def taken(self, table: Any) -> str:
        return f"{table.sitting}/{table.seats}"

    @admin.display(description=_("page"))
    def page(self, table: Table) -> SafeString:
        return format_html('<a href="{}">{}</a>', table.get_absolute_url(), _("look"))


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["at", "table", "user", "words"]
    list_select_related = ["table", "user"]
    search_fields = ["text", "user__username", "table__code"]
    fields = ("table", "user", "words", "at")
    readonly_fields = ("words",)
    date_hierarchy = "at"

    @admin.display(description=_("words"))
    def words(self, line: ChatLine) -> str:
        return phrase_text(line.phrase) if line.phrase else line.text
