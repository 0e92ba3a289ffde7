"""Installable site: the web app manifest, the service worker, and the page it shows offline.

The service worker is `static/js/worker.js` with a few lines in front that name its version and the
files of the offline page. The version follows from everything that it may have cached, so a deploy
that changes any of it brings a new one, which deletes what the former kept.
"""

import json
from functools import cache
from hashlib import blake2b

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import registry

NIGHT = "#0E1519"
ICONS = (
    ("favicons/favicon.svg", "any", "image/svg+xml", "any"),
    ("favicons/icon-192.png", "192x192", "image/png", "any"),
    ("favicons/icon-512.png", "512x512", "image/png", "any"),
    ("favicons/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
OFFLINE_FILES = (
    "css/tokens.css",
    "css/base.css",
    "css/site.css",
    "fonts/alexandria-latin-wght-normal.woff2",
    "favicons/favicon.svg",
)


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """The browser's own colours follow the page (`theme-color`); these are of the first moment."""
    turns = {"name": _("My turns"), "url": reverse("turns")}
    tables = [
        {
            "name": _("New table: %(game)s") % {"game": _(rules.INFO.name)},
            "short_name": _(rules.INFO.name),
            "url": reverse("lobby:new", args=[rules.INFO.key]),
        }
        for rules in registry.all_games()
    ]
    told = {
        "id": "/",
        "name": "Courtyard",
        "short_name": "Courtyard",
        "description": _("Live table games among friends"),
        "lang": request.LANGUAGE_CODE,
        "start_url": reverse("turns"),
        "scope": "/",
        "display": "standalone",
        "background_color": NIGHT,
        "theme_color": NIGHT,
        "categories": ["games"],
        "icons": [
            {"src": static(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
        "shortcuts": [turns, *tables],
    }
    response = JsonResponse(told, content_type="application/manifest+json")
    patch_cache_control(response, no_cache=True)
    return response


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """The same for everybody: it is kept by the browser, and shown to whoever sits at it."""
    response = render(request, "offline.html")
    patch_cache_control(response, no_cache=True)
    return response


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(worker_script(), content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)
    return response


@cache
def worker_script() -> str:
    source = (settings.BASE_DIR / "static" / "js" / "worker.js").read_text()
    told = {
        "OFFLINE": reverse("offline"),
        "FILES": [static(name) for name in OFFLINE_FILES],
        "ICON": static("favicons/icon-192.png"),
        "STATIC": settings.STATIC_URL,
    }
    # Of all collected files together; without hashed names nothing but the files above is kept.
    collected = vars(staticfiles_storage._wrapped).get("manifest_hash", "")  # type: ignore[attr-defined]
    parts = [source, json.dumps(told), render_to_string("offline.html"), collected]
    told["VERSION"] = blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in told.items()]
    return "".join(lines) + source
