"""Headers that every answer carries."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self' {socket}",  # older Safari does not count wss: as 'self'
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
    ]
)


class SecurityHeaders:
    """No inline script, no eval, no frames, no powers the games do not use."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        scheme = "wss" if request.is_secure() else "ws"
        try:
            host = request.get_host()
        except DisallowedHost:
            host = "localhost"
        response.headers.setdefault(
            "Content-Security-Policy", POLICY.format(socket=f"{scheme}://{host}")
        )
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"
        )
        return response
