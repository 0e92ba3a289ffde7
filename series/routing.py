"""WebSocket routes of series."""

from django.urls import path

from series.consumers import ScreenConsumer, SeriesConsumer

websocket_urlpatterns = [
    path("ws/series/<str:series>/", SeriesConsumer.as_asgi()),
    path("ws/series/<str:series>/screen/", ScreenConsumer.as_asgi()),
]
