"""The web process: pages over HTTP, live tables over WebSockets."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from lobby.routing import websocket_urlpatterns  # noqa: E402

from games.pulse import start_beating  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        # The Origin check stands outermost: sockets carry cookies but no CSRF token.
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)

start_beating("web")
