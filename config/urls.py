"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from games import registry
from moderation.prometheus import metrics

urlpatterns = [
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("api.urls")),
    path("me/tokens/", include("api.token_urls")),
    path("moderation/", include("moderation.urls")),
    *(path(f"game/{game.key}/", include(game.urls)) for game in registry.games() if game.urls),
    path("", include("accounts.karma.urls")),
    path("", include("accounts.notices.urls")),
    path("", include("accounts.urls")),
    path("", include("archive.urls")),
    path("", include("games.urls")),
    path("", include("lobby.urls")),
]
