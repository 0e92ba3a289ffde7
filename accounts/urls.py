from django.urls import include, path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("", include("accounts.sanctions.urls")),
    path("me/", views.settings, name="settings"),
    path("me/avatar/", views.avatar_preview, name="avatar_preview"),
    path("me/data/", views.export, name="export"),
    path("me/leave/", views.leave, name="leave"),
    path("theme/", views.theme, name="theme"),
    path("@<str:name>/", views.profile, name="profile"),
]
