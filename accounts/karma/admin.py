"""Admin of karma: entries to look at, appeals to answer. Nothing is ever deleted here."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.karma import services
from accounts.karma.models import Appeal, Entry
from accounts.staff import appeal_admin
from accounts.staff.read_only import ReadOnly


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "user", "kind", "change", "value", "game", "match_id", "reason")
    list_filter = ("kind", "game", "at")
    list_select_related = ("user",)
    search_fields = ("user__username", "=match_id")
    date_hierarchy = "at"


@admin.register(Appeal)
class AppealAdmin(appeal_admin.AppealAdmin):
    acts = (appeal_admin.answer_act("karma.change_appeal"),)
    answer_service = staticmethod(services.answer_appeal)

    @admin.display(description=_("entry"))
    def against(self, appeal: Appeal) -> str:
        entry = appeal.subject
        return f"{entry.get_kind_display()}, {entry.change:+d}, {entry.game} {entry.match_id or ''}"
