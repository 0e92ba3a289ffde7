"""Well-known addresses: `robots.txt`, `sitemap.xml`, and `security.txt` (RFC 9116) for who found a
hole."""

from datetime import timedelta
from email.utils import parseaddr

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.views.decorators.http import require_GET

from games import registry

CLOSED = ("/accounts/", "/admin/", "/api/v1/", "/appeal/", "/join/", "/me/", "/moderation/")
"""What is somebody's own. A table is not among them: who shows links keeps to this list too, and an
invitation would stand there bare. Its page says itself that it is not to be listed."""

PAGES = (
    "lobby:home",
    "lobby:tables",
    "lobby:watch",
    "series:calendar",
    "games:rules",
    "archive:fair",
    "archive:statistics",
    "api:page",
)
PAGES_OF_A_GAME = ("games:rules", "archive:leaderboards")
"""Pages for everybody, by the name of their address. Pages about people are in no list."""

VALID = timedelta(days=180)


@require_GET
def robots(request: HttpRequest) -> HttpResponse:
    return text(
        "User-agent: *",
        *(f"Disallow: {prefix}" for prefix in CLOSED),
        "",
        f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}",
    )


@require_GET
def sitemap(request: HttpRequest) -> HttpResponse:
    """Every page that search engines may list."""
    paths = [reverse(name) for name in PAGES]
    for game in registry.games():
        paths += [reverse(name, args=[game.key]) for name in PAGES_OF_A_GAME]
        if game.lesson:
            paths.append(reverse("learn", args=[game.key]))
    urls = "".join(f"<url><loc>{escape(settings.SITE_URL + path)}</loc></url>" for path in paths)
    xml = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    return HttpResponse(
        f'<?xml version="1.0" encoding="UTF-8"?>\n{xml}\n', content_type="application/xml"
    )


@require_GET
def security(request: HttpRequest) -> HttpResponse:
    contact = settings.SECURITY_CONTACT or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    expires = (timezone.now() + VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    return text(
        f"Contact: {contact if ':' in contact else f'mailto:{contact}'}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
        f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
    )


def text(*lines: str) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
