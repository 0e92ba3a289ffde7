"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from moderation.metrics import metrics

urlpatterns = [
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("api.urls")),
    path("me/tokens/", include("api.token_urls")),
    path("moderation/", include("moderation.urls")),
    # A game may have doors of its own, `games/<key>/urls.py`.
    *(
        path(f"game/{file.parent.name}/", include(f"games.{file.parent.name}.urls"))
        for file in sorted(settings.BASE_DIR.glob("games/*/urls.py"))
    ),
    path("", include("accounts.karma.urls")),
    path("", include("accounts.social.urls")),
    path("", include("accounts.urls")),
    path("", include("archive.urls")),
    path("", include("games.urls")),
    path("", include("lobby.urls")),
]
