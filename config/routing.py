"""Pages over HTTP, live tables over WebSockets: the application without its heartbeat."""

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware
from django.core.asgi import get_asgi_application
from django.urls import re_path

pages = get_asgi_application()

from api.routing import websocket_urlpatterns as programs  # noqa: E402  (needs the apps)
from lobby.routing import websocket_urlpatterns as of_lobby  # noqa: E402
from series.routing import websocket_urlpatterns as of_series  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": URLRouter(
            [
                # Programs show a token and no cookie, so nobody can borrow their session.
                *programs,
                # The Origin check stands outermost: sockets carry cookies but no CSRF token.
                re_path(
                    r"",
                    AllowedHostsOriginValidator(
                        CookieMiddleware(URLRouter([*of_lobby, *of_series]))
                    ),
                ),
            ]
        ),
    }
)
