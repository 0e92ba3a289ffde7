"""WebSocket routes of every page of the site."""

from django.urls import path

from lobby.finding.consumers import FrontConsumer, TablesConsumer, WatchConsumer
from lobby.notice_consumers import BellConsumer
from lobby.room.consumers import TableConsumer
from lobby.room.television import ScreenConsumer

websocket_urlpatterns = [
    path("ws/me/", BellConsumer.as_asgi()),
    path("ws/lobby/", FrontConsumer.as_asgi()),
    path("ws/tables/", TablesConsumer.as_asgi()),
    path("ws/watch/", WatchConsumer.as_asgi()),
    path("ws/table/<str:code>/", TableConsumer.as_asgi()),
    path("ws/screen/<str:code>/", ScreenConsumer.as_asgi()),
]
