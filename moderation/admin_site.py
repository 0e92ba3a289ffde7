"""Admin site: entered through the site's own sign-in with a second step, grouped by task."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User

# What belongs together, in the order in which it is needed. Whatever is not named follows, by app.
DECISIONS = gettext_lazy("Reports and decisions")
SIGNS = gettext_lazy("Signs of collusion")
SEE_SIGNS = "moderation.view_report"
GROUPS = (
    (
        DECISIONS,
        ("moderation.Report", "sanctions.Appeal", "sanctions.Sanction", "sanctions.AuditEntry"),
    ),
    (
        gettext_lazy("Tables and matches"),
        ("games.Match", "lobby.Table", "series.Series", "lobby.ChatLine", "games.Outage"),
    ),
    (
        gettext_lazy("People"),
        ("accounts.User", "auth.Group", "karma.Entry", "karma.Appeal", "account.EmailAddress"),
    ),
)


# Where a model's own name says too little among so many others.
NAMES = {
    "series.Series": gettext_lazy("Evenings and tournaments"),
    "karma.Entry": gettext_lazy("Karma, entry by entry"),
    "karma.Appeal": gettext_lazy("Appeals about karma"),
}


def lacks_second_step(user: Any) -> bool:
    """Whoever works for the house locks their account with a second step."""
    return settings.STAFF_SECOND_STEP and isinstance(user, User) and not is_mfa_enabled(user)


class CourtyardAdminSite(AdminSite):
    site_header = site_title = "Courtyard"
    index_title = gettext_lazy("The house")
    index_template = "admin/dashboard.html"
    enable_nav_sidebar = False

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        # What is deleted is deleted one by one: each goes into the log.
        self.disable_action("delete_selected")

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not lacks_second_step(request.user)

    @method_decorator(secure_admin_login)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Reached by staff only; the one thing that can still be missing is the second step."""
        if super().has_permission(request) and lacks_second_step(request.user):
            messages.warning(
                request, _("Whoever works for the house signs in with a second step. Set it up.")
            )
            return redirect("mfa_activate_totp")
        return super().login(request, extra_context)

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("account_change_password")

    def index(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        from games.lessons import funnel
        from moderation import dashboard

        sees = request.user.has_perm("moderation.see_dashboard")
        extra = dict(extra_context or {})
        if sees:
            lessons = funnel.funnels()
            steps = max((len(one.left) for one in lessons), default=0)
            extra |= {"tiles": dashboard.tiles(), "lessons": lessons, "lesson_days": funnel.DAYS}
            extra |= {"lesson_steps": range(1, steps + 1)}
        return super().index(request, extra)

    def get_urls(self) -> list[Any]:
        return [path("signs/", self.admin_view(self.signs), name="signs"), *super().get_urls()]

    def signs(self, request: HttpRequest) -> HttpResponse:
        """Signs of collusion, to look at: nothing can be done here."""
        from moderation import collusion

        if not request.user.has_perm(SEE_SIGNS):
            raise PermissionDenied
        context = {"title": SIGNS, "pairs": collusion.suspects(), "days": collusion.DAYS}
        return render(request, "admin/signs.html", self.each_context(request) | context)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Groups of the house instead of one heading per app."""
        apps: list[Any] = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        models = {
            f"{app['app_label']}.{model['object_name']}": model
            for app in apps
            for model in app["models"]
        }
        for key, words in NAMES.items():
            if key in models:
                models[key]["name"] = words
        groups = []
        for title, names in GROUPS:
            found = [models.pop(name) for name in names if name in models]
            if title is DECISIONS and request.user.has_perm(SEE_SIGNS):
                found.append({"name": SIGNS, "admin_url": reverse("admin:signs")})
            if found:
                groups.append(group(title, found))
        for app in apps:
            rest = [model for model in app["models"] if model in models.values()]
            if rest:
                groups.append(group(app["name"], rest))
        return groups


def group(title: Any, models: list[Any]) -> dict[str, Any]:
    return {
        "name": title,
        "app_label": "",
        "app_url": "",
        "has_module_perms": True,
        "models": models,
    }
