"""WebSocket routes of programs."""

from django.urls import path

from api.consumers import MatchSocket, TableSocket
from api.series_socket import SeriesSocket

websocket_urlpatterns = [
    path("api/v1/matches/<int:match_id>/ws", MatchSocket.as_asgi()),
    path("api/v1/tables/<str:code>/ws", TableSocket.as_asgi()),
    path("api/v1/series/<str:series>/ws", SeriesSocket.as_asgi()),
]
