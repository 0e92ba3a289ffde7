from django.urls import path

from accounts.notices import views

app_name = "social"

urlpatterns = [
    path("me/notices/", views.notices, name="notices"),
    path("me/notices/read/", views.read_all, name="read_all"),
    path("me/notices/seen/", views.seen, name="seen"),
    path("me/notices/bell/", views.bell, name="bell"),
    path("me/notices/wishes/", views.wishes, name="wishes"),
    path("me/notices/<int:notice_id>/", views.open_notice, name="open"),
    path("me/follow/", views.follow, name="follow_named"),
    path("@<str:name>/follow/", views.follow, name="follow"),
]
