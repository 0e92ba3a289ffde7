from django.urls import path

from accounts.push import views

app_name = "push"

urlpatterns = [
    path("me/notifications/", views.settings, name="settings"),
    path("me/notifications/device/", views.subscribe, name="subscribe"),
    path("me/notifications/device/<int:device_id>/", views.device, name="device"),
    path("mail/stop/<str:token>/", views.stop_mail, name="stop_mail"),
]
