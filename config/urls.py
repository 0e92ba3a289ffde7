"""Every address of the site, and the answer when one breaks."""

from django.contrib import admin
from django.urls import include, path

from config import installable, well_known
from games import registry
from lobby.finding.views import my_turns
from moderation.prometheus import metrics

handler500 = "config.error_pages.server_error"

urlpatterns = [
    path("robots.txt", well_known.robots, name="robots"),
    path("sitemap.xml", well_known.sitemap, name="sitemap"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path("site.webmanifest", installable.manifest, name="manifest"),
    path("worker.js", installable.worker, name="worker"),
    path("offline/", installable.offline, name="offline"),
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
    path("", include("accounts.push.urls")),
    path("", include("accounts.urls")),
    path("", include("archive.urls")),
    path("", include("games.urls")),
    path("", include("series.urls")),
    path("turns/", my_turns, name="turns"),
    path("", include("games.lessons.urls")),
    path("", include("lobby.urls")),
]
