"""Admin of people. What staff do to somebody goes through the services, with a reason."""

from functools import partialmethod
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import permissions
from accounts.models import User
from accounts.people.display import person_of
from accounts.sanctions import services
from accounts.sanctions.admin_forms import DurationForm, RenameForm, WarningForm
from accounts.sanctions.models import Kind, Sanction
from accounts.staff import audit_log
from accounts.staff.acts import Act, InternalReasonForm, WithActs
from accounts.staff.person_sections import sections_of
from accounts.staff.read_only import ReadOnly
from accounts.templatetags.people import avatar
from refusals import Refusal
from refusals.wording import words

# It would show the secrets of the second step.
if admin.site.is_registered(Authenticator):
    admin.site.unregister(Authenticator)

IMPOSE = "sanctions.add_sanction"


class AccountStateFilter(admin.SimpleListFilter):
    title = _("standing")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("banned", _("banned")),
            ("muted", _("silent in the chat")),
            ("unrated", _("no rated tables")),
            ("shut", _("shut")),
            ("left", _("left")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        match self.value():
            case "banned" | "muted" | "unrated" as what:
                return queryset.filter(**{f"{what}_until__gt": timezone.now()})
            case "shut":
                return queryset.filter(is_active=False, deleted_at=None)
            case "left":
                return queryset.exclude(deleted_at=None)
            case _:
                return queryset


class SanctionInline(ReadOnly, admin.TabularInline):
    model = Sanction
    fk_name = "user"
    fields = ("kind", "reason", "author", "at", "until", "lifted_at")
    extra = 0
    show_change_link = True
    verbose_name_plural = _("What lies or lay on them")


def can_be_judged(person: User) -> bool:
    return not person.bot_level and not person.has_left


@admin.register(User)
class UserAdmin(WithActs):
    list_display = ("picture", "username", "role", "date_joined", "last_login", "account_state")
    list_display_links = ("picture", "username")
    list_filter = (AccountStateFilter, "is_bot", "is_guest", "is_staff", "date_joined")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    list_per_page = 50
    filter_horizontal = ("groups", "user_permissions")
    inlines = (SanctionInline,)
    change_form_template = "admin/person.html"
    readonly_fields = (
        "picture",
        "username",
        "email",
        "role",
        "date_joined",
        "last_login",
        "deleted_at",
        "account_state",
        "is_active",
    )
    acts = (
        Act(
            "note",
            _("Write a note"),
            "sanctions.view_auditentry",
            "do_note",
            form=InternalReasonForm,
            explain=_("For the staff alone. It stays in the log, and nobody can change it."),
        ),
        Act(
            "warn",
            _("Warn"),
            IMPOSE,
            "do_warn",
            form=WarningForm,
            offered=can_be_judged,
            explain=_("They see it at the top of every page until they say they have read it."),
        ),
        Act(
            "mute",
            _("Silence in the chat"),
            IMPOSE,
            "do_mute",
            form=DurationForm,
            offered=can_be_judged,
            explain=_("They play on, but write nothing. Quick phrases are closed too."),
        ),
        Act(
            "unrated",
            _("Keep from rated tables"),
            IMPOSE,
            "do_unrated",
            form=DurationForm,
            offered=can_be_judged,
            explain=_("A rated match that runs is played out. Then only friendly tables are open."),
        ),
        Act(
            "rename",
            _("Take the name away"),
            IMPOSE,
            "do_rename",
            form=RenameForm,
            offered=can_be_judged,
            explain=_(
                "They get a neutral name at once and may choose another, once. Nobody can take the "
                "old name again."
            ),
        ),
        Act(
            "ban",
            _("Ban"),
            IMPOSE,
            "do_ban",
            form=DurationForm,
            offered=can_be_judged,
            danger=True,
            explain=_(
                "They are signed out everywhere within seconds. They may appeal from the sign-in."
            ),
        ),
        Act(
            "shut",
            _("Shut the account"),
            "accounts.change_user",
            "do_shut",
            form=InternalReasonForm,
            offered=lambda person: person.is_active and not person.bot_level,
            danger=True,
            explain=_("Without a word to the person. For stolen accounts, not for bad manners."),
        ),
        Act(
            "reopen",
            _("Open the account again"),
            "accounts.change_user",
            "do_reopen",
            form=InternalReasonForm,
            offered=lambda person: not person.is_active and not person.has_left,
        ),
    )

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Addresses are for those who keep the keys of the house."""
        own = ("username", "name_key", "sanctions__old_name")
        return (*own, "email") if request.user.is_superuser else own

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        keys = bool(request.user.is_superuser)
        who = ("picture", "username", *(("email",) if keys else ()), "role")
        rights = (
            _("Rights"),
            {
                "classes": ("collapse",),
                "fields": ("is_staff", "is_superuser", "groups", "user_permissions"),
            },
        )
        return [
            (None, {"fields": who}),
            (_("Standing"), {"fields": (("account_state", "is_active"),)}),
            (_("Dates"), {"fields": (("date_joined", "last_login", "deleted_at"),)}),
            *([rights] if keys and not (obj and obj.is_guest) else []),
        ]

    @admin.display(description=_("picture"))
    def picture(self, person: User) -> SafeString:
        return avatar(person, 32)

    @admin.display(description=_("role"))
    def role(self, person: User) -> str:
        if person.bot_level:
            return gettext("bot of the house, %(level)s") % {"level": person.bot_level}
        if person.is_bot:
            return gettext("bot of a person")
        if person.is_guest:
            return gettext("guest")
        if person.is_superuser:
            return gettext("superuser")
        if person.is_staff:
            return ", ".join(group.name for group in person.groups.all()) or gettext("staff")
        return gettext("player")

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).prefetch_related("groups")

    def extra_of(self, request: HttpRequest, thing: User | None) -> dict[str, Any]:
        return {"sections": sections_of(thing, request)} if thing else {}

    @admin.display(description=_("standing"))
    def account_state(self, person: User) -> str:
        if person.has_left:
            return gettext("left")
        if not person.is_active:
            return gettext("shut")
        found = [
            word
            for holds, word in (
                (person.is_banned, gettext("banned")),
                (person.is_muted, gettext("silent in the chat")),
                (person.is_unrated, gettext("no rated tables")),
            )
            if holds
        ]
        return format_html("<strong>{}</strong>", ", ".join(found)) if found else gettext("fine")

    # People sign up by themselves, and leave by themselves. Rights are handed out by superusers.
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return bool(request.user.is_superuser)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Only the rights are ever saved here."""
        obj.save(update_fields=["is_staff", "is_superuser"])

    def why_not(self, request: HttpRequest, thing: User, act: Act) -> str:
        if act.key == "note":
            return ""
        try:
            services.check_may_judge(person_of(request), thing)
        except Refusal as refusal:
            return words(refusal)
        return ""

    def impose(self, request: HttpRequest, person: User, data: dict[str, Any], kind: Kind) -> str:
        services.impose(
            person, kind, data["reason"], by=person_of(request), until=data.get("until")
        )
        return gettext("Done. The person is told.")

    do_warn = partialmethod(impose, kind=Kind.WARNING)
    do_mute = partialmethod(impose, kind=Kind.MUTE)
    do_unrated = partialmethod(impose, kind=Kind.UNRATED)
    do_rename = partialmethod(impose, kind=Kind.RENAME)
    do_ban = partialmethod(impose, kind=Kind.BAN)

    def do_note(self, request: HttpRequest, person: User, data: dict[str, Any]) -> str:
        audit_log.record(person_of(request), "noted", person, data["reason"])
        return gettext("Noted.")

    def do_shut(self, request: HttpRequest, person: User, data: dict[str, Any]) -> str:
        permissions.deactivate(person)
        audit_log.record(person_of(request), "shut the account", person, data["reason"])
        return gettext("The account is shut.")

    def do_reopen(self, request: HttpRequest, person: User, data: dict[str, Any]) -> str:
        permissions.reactivate(person)
        audit_log.record(person_of(request), "opened the account again", person, data["reason"])
        return gettext("The account is open again.")


if admin.site.is_registered(Group):
    admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(ReadOnly, admin.ModelAdmin):
    """The groups of the house come with it; who is in them is set on a person's page."""

    list_display = ("name", "people")
    fields = ("name", "permissions", "people")
    readonly_fields = ("people",)

    @admin.display(description=_("people"))
    def people(self, group: Group) -> str:
        return ", ".join(User.objects.filter(groups=group).values_list("username", flat=True))
