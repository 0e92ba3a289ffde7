from django.urls import path

from accounts.karma import views

app_name = "karma"

urlpatterns = [
    path("me/karma/", views.mine, name="mine"),
    path("me/karma/<int:entry_id>/appeal/", views.appeal, name="appeal"),
]
