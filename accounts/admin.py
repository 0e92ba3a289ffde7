"""People in the admin. Bans and closures go through the same doors as everywhere else."""

from datetime import timedelta
from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import access
from accounts.forms import BanForm
from accounts.models import FOR_EVER, User
from accounts.people import person_of
from accounts.templatetags.people import avatar

admin.site.site_header = _("Courtyard")
admin.site.site_title = _("Courtyard")
admin.site.index_title = _("The house")

# The admin is entered through the site's own door, so the same throttle stands before it.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


def _change_password_on_the_site(
    request: HttpRequest, extra_context: dict[str, Any] | None = None
) -> HttpResponse:
    return redirect("account_change_password")


admin.site.password_change = _change_password_on_the_site  # type: ignore

# It would show the secrets of the second step.
if admin.site.is_registered(Authenticator):
    admin.site.unregister(Authenticator)


class StandingFilter(admin.SimpleListFilter):
    title = _("standing")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("banned", _("banned")), ("shut", _("shut")), ("left", _("left"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        match self.value():
            case "banned":
                return queryset.filter(banned_until__gt=timezone.now())
            case "shut":
                return queryset.filter(is_active=False, deleted_at=None)
            case "left":
                return queryset.exclude(deleted_at=None)
            case _:
                return queryset


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ("picture", "username", "email", "date_joined", "last_login", "standing")
    list_display_links = ("picture", "username")
    list_filter = (StandingFilter, "is_bot", "is_staff", "date_joined")
    search_fields = ("username", "name_key", "email")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    list_per_page = 50
    filter_horizontal = ("groups", "user_permissions")
    actions = ("ban_people", "lift_bans")
    readonly_fields = (
        "picture",
        "username",
        "email",
        "is_bot",
        "bot_level",
        "date_joined",
        "last_login",
        "deleted_at",
        "standing",
        "ban_reason",
        "banned_by",
    )
    fieldsets = (
        (None, {"fields": ("picture", "username", "email", "is_bot", "bot_level")}),
        (_("Standing"), {"fields": ("standing", "ban_reason", "banned_by", "is_active")}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "deleted_at")}),
        (
            _("Rights"),
            {
                "classes": ("collapse",),
                "fields": ("is_staff", "is_superuser", "groups", "user_permissions"),
            },
        ),
    )

    @admin.display(description=_("picture"))
    def picture(self, person: User) -> SafeString:
        return avatar(person, 32)

    @admin.display(description=_("standing"))
    def standing(self, person: User) -> str:
        if person.has_left:
            return gettext("left")
        if person.is_banned:
            until = person.banned_until
            if until is None or until >= FOR_EVER:
                return format_html("<strong>{}</strong>", _("banned for good"))
            return format_html("<strong>{} {:%Y-%m-%d %H:%M}</strong>", _("banned until"), until)
        return gettext("fine") if person.is_active else gettext("shut")

    # People sign up by themselves, and leave by themselves.
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only a superuser hands out rights, and nobody reopens the account of one who left."""
        fields = tuple(self.readonly_fields)
        if not request.user.is_superuser:
            fields += ("is_staff", "is_superuser", "groups", "user_permissions")
        if obj is not None and (obj.has_left or not self._may_judge(request, obj)):
            fields += ("is_active",)
        return fields

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "is_active" in form.changed_data:
            (access.reactivate if obj.is_active else access.deactivate)(obj)

    def _may_judge(self, request: HttpRequest, person: User) -> bool:
        """Nobody judges themselves, and staff do not judge superusers."""
        return person.pk != request.user.pk and (
            bool(request.user.is_superuser) or not person.is_superuser
        )

    @admin.action(description=_("Ban, with a reason"), permissions=["change"])
    def ban_people(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        people = [
            person
            for person in queryset.filter(is_bot=False, deleted_at=None)
            if self._may_judge(request, person)
        ]
        if not people:
            self.message_user(request, _("Nobody here can be banned."), messages.WARNING)
            return None
        form = BanForm(request.POST if "apply" in request.POST else None)
        if form.is_valid():
            days, reason = form.cleaned_data["days"], form.cleaned_data["reason"]
            until = timezone.now() + timedelta(days=days) if days else None
            by = person_of(request)
            for person in people:
                access.ban(person, by, reason, until)
                self.log_change(request, person, f"Banned: {reason}")
            self.message_user(
                request,
                ngettext("%(count)d person banned.", "%(count)d people banned.", len(people))
                % {"count": len(people)},
            )
            return None
        return TemplateResponse(
            request,
            "accounts/admin_ban.html",
            {
                **self.admin_site.each_context(request),
                "title": _("Ban"),
                "form": form,
                "people": people,
                "opts": self.model._meta,
            },
        )

    @admin.action(description=_("Lift the ban"), permissions=["change"])
    def lift_bans(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = [
            person
            for person in queryset.exclude(banned_until=None)
            if self._may_judge(request, person)
        ]
        for person in people:
            access.lift(person)
            self.log_change(request, person, "Ban lifted")
        self.message_user(
            request,
            ngettext("%(count)d ban lifted.", "%(count)d bans lifted.", len(people))
            % {"count": len(people)},
        )
