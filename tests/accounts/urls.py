"""The people's pages without the rest of the site."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def home(request: HttpRequest) -> HttpResponse:
    prefs = request.prefs  # type: ignore[attr-defined]
    return HttpResponse(f"{prefs.theme} {prefs.deck} {prefs.speed} {prefs.sound}")


urlpatterns = [
    path("", home),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("", include("accounts.urls")),
]
