from django.urls import path

from games import views

app_name = "games"

urlpatterns = [
    path("match/<int:match_id>/move/", views.move, name="move"),
    path("match/<int:match_id>/resign/", views.resign, name="resign"),
    path("match/<int:match_id>/reclaim/", views.reclaim, name="reclaim"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:key>/", views.rules, name="rules"),
    path("rules/<slug:key>/picture.png", views.picture, name="picture"),
    path("picture.png", views.house_picture, name="house_picture"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
]
