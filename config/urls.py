"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("api.urls")),
    path("moderation/", include("moderation.urls")),
    path("", include("accounts.urls")),
    path("", include("archive.urls")),
    path("", include("games.urls")),
    path("", include("lobby.urls")),
]
