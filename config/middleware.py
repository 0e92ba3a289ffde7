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
        "frame-ancestors {ancestors}",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
        "worker-src 'self'",
        "manifest-src 'self'",
    ]
)


class SecurityHeaders:
    """No inline script, no eval, no frames but our own, no powers the games do not use."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        scheme = "wss" if request.is_secure() else "ws"
        try:
            host = request.get_host()
        except DisallowedHost:
            host = "localhost"
        # A page that says so may stand in a frame of ours; nobody else's frame holds any.
        framed = response.headers.get("X-Frame-Options") == "SAMEORIGIN"
        policy = POLICY.format(
            socket=f"{scheme}://{host}", ancestors="'self'" if framed else "'none'"
        )
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"
        )
        return response
