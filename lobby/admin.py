"""Admin of tables and their chat: to look at; a line can be removed, with a reason."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import person_of
from accounts.staff.acts import Act, WithActs
from accounts.staff.read_only import ReadOnly
from lobby.models import Chair, ChatLine, Table
from lobby.room.phrases import phrase_text
from lobby.services import talk


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
        ("leaver", "beginners"),
        "owner",
        "status",
        "match",
        "round_no",
        "commitment",
        ("created_at", "touched_at", "waiting_since", "bots_at"),
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


def remove_line_act(offered: Callable[[Any], bool]) -> Act:
    return Act(
        "remove_line",
        _("Remove the line"),
        "lobby.change_chatline",
        "do_remove_line",
        offered=offered,
        danger=True,
        explain=_(
            "It goes from every open page at once, with “Removed by staff” in its place. Staff can "
            "still read it, and its author is told."
        ),
    )


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly, WithActs):
    list_display = ["at", "table", "user", "words", "removed_at"]
    list_select_related = ["table", "user"]
    search_fields = ["text", "user__username", "table__code"]
    fields = ("table", "user", "words", "at", "removed_at")
    readonly_fields = ("words",)
    date_hierarchy = "at"
    acts = (remove_line_act(lambda line: line.removed_at is None and line.user_id is not None),)

    @admin.display(description=_("words"))
    def words(self, line: ChatLine) -> str:
        return phrase_text(line.phrase) if line.phrase else line.text

    def do_remove_line(self, request: HttpRequest, line: ChatLine, data: dict[str, Any]) -> str:
        talk.remove_line(line.pk, person_of(request), data["reason"])
        return gettext("The line is removed.")
