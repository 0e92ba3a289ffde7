"""Every socket of the site."""

from django.urls import path

from lobby.bell import BellConsumer
from lobby.consumers import LobbyConsumer, TableConsumer, WatchConsumer
from lobby.screens import ScreenConsumer

websocket_urlpatterns = [
    path("ws/me/", BellConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/watch/", WatchConsumer.as_asgi()),
    path("ws/table/<str:code>/", TableConsumer.as_asgi()),
    path("ws/screen/<str:code>/", ScreenConsumer.as_asgi()),
]
