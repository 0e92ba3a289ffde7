"""Pages over HTTP, live tables over WebSockets: the application without its pulse."""

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from lobby.routing import websocket_urlpatterns  # noqa: E402  (needs the apps to be loaded)

application = ProtocolTypeRouter(
    {
        "http": pages,
        # The Origin check stands outermost: sockets carry cookies but no CSRF token.
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
