"""Admin of sanctions, appeals and the audit log: to look at; buttons call the services."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import person_of
from accounts.sanctions import services, wording
from accounts.sanctions.models import Appeal, AuditEntry, Sanction
from accounts.staff import appeal_admin
from accounts.staff.acts import Act, ReasonForm, WithActs
from accounts.staff.read_only import ReadOnly


class RunningFilter(admin.SimpleListFilter):
    title = _("in force")
    parameter_name = "running"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("now")), ("no", _("over or lifted"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        match self.value():
            case "yes":
                return queryset.filter(lifted_at=None, until__gt=timezone.now())
            case "no":
                return queryset.exclude(lifted_at=None, until__gt=timezone.now())
            case _:
                return queryset


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, WithActs):
    list_display = ("user", "kind", "reason", "author", "at", "ends", "state")
    list_filter = ("kind", RunningFilter, "at")
    list_select_related = ("user", "author")
    search_fields = ("user__username", "reason", "old_name", "author__username")
    date_hierarchy = "at"
    fields = (
        ("user", "kind", "state"),
        "reason",
        ("author", "at", "ends"),
        ("old_name", "new_name"),
        ("read_at", "report_id"),
        ("lifted_at", "lifted_by"),
        "lift_reason",
    )
    readonly_fields = ("ends", "state")
    acts = (
        Act(
            "lift",
            _("Lift it"),
            "sanctions.change_sanction",
            "do_lift",
            offered=lambda sanction: sanction.is_running,
            explain=_("It ends at once. The person is told, with your reason."),
            form=ReasonForm,
        ),
    )

    @admin.display(description=_("until"), ordering="until")
    def ends(self, sanction: Sanction) -> str:
        return wording.when(sanction)

    @admin.display(description=_("state"))
    def state(self, sanction: Sanction) -> str:
        if sanction.lifted_at:
            return gettext("lifted")
        return gettext("in force") if sanction.is_running else gettext("over")

    def do_lift(self, request: HttpRequest, sanction: Sanction, data: dict[str, Any]) -> str:
        services.lift(sanction.pk, by=person_of(request), reason=data["reason"])
        return gettext("Lifted.")


@admin.register(Appeal)
class AppealAdmin(appeal_admin.AppealAdmin):
    acts = (appeal_admin.answer_act("sanctions.change_appeal"),)
    answer_service = staticmethod(services.answer_appeal)
    fields = (*appeal_admin.AppealAdmin.fields, "reason", ("imposed_by", "until"))
    readonly_fields = ("person", "against", "reason", "imposed_by", "until")

    @admin.display(description=_("against"))
    def against(self, appeal: Appeal) -> SafeString:
        url = reverse("admin:sanctions_sanction_change", args=[appeal.subject_id])
        return format_html('<a href="{}">{}</a>', url, appeal.subject.get_kind_display())

    @admin.display(description=_("reason given"))
    def reason(self, appeal: Appeal) -> str:
        return appeal.subject.reason

    @admin.display(description=_("imposed by"))
    def imposed_by(self, appeal: Appeal) -> str:
        return str(appeal.subject.author or gettext("the house"))

    @admin.display(description=_("until"))
    def until(self, appeal: Appeal) -> str:
        return wording.when(appeal.subject)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, admin.ModelAdmin):
    """Nobody adds, changes or deletes here; neither could they in the database."""

    list_display = ("at", "by_name", "what", "thing", "reason")
    list_display_links = ("at",)
    list_filter = ("what", "at")
    search_fields = ("by_name", "about", "reason", "what")
    date_hierarchy = "at"
    fields = ("at", "by", "by_name", "what", "thing", "reason", "details")
    readonly_fields = ("thing",)
    list_per_page = 100

    @admin.display(description=_("about"))
    def thing(self, act: AuditEntry) -> str | SafeString:
        name = act.about_kind.replace(".", "_")
        try:
            url = reverse(f"admin:{name}_change", args=[act.about_id])
        except NoReverseMatch:
            return act.about
        return format_html('<a href="{}">{}</a>', url, act.about)
