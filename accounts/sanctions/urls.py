"""URLs of one's own sanctions. Included by `accounts.urls`, so the names are `accounts:…`."""

from django.urls import path

from accounts.sanctions import views

urlpatterns = [
    path("me/standing/", views.mine, name="sanctions"),
    path("me/standing/<int:sanction_id>/read/", views.read, name="read"),
    path("me/standing/<int:sanction_id>/appeal/", views.appeal, name="appeal"),
    path("me/name/", views.new_name, name="new_name"),
    path("appeal/<str:pass_>/", views.appeal_outside, name="appeal_outside"),
]
