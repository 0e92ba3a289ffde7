"""Version 1 of the JSON API: routers, errors, and headers that keep answers out of caches."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from ninja import NinjaAPI

from api.problems import answer_refusals
from api.routes import games, matches, people, series, tables

VERSION = "1"

ABOUT = """\
The same actions a browser has, for programs. Make a token under /me/tokens/ and send it as
`Authorization: Bearer <token>` with every request. A refusal is always an object with a `code` for
programs and a `sentence` for people. Keys are camelCase, seats count from 0."""


class UncachedAPI(NinjaAPI):
    def create_response(self, request: HttpRequest, data: Any, **kwargs: Any) -> HttpResponse:
        """Somebody's hand may be in it: no cache may keep it."""
        response = super().create_response(request, data, **kwargs)
        patch_cache_control(response, no_store=True, private=True)
        return response


ROUTERS = [
    ("/", people.router, "You"),
    ("/games", games.router, "Games"),
    ("/tables", tables.router, "Tables"),
    ("/matches", matches.router, "Matches"),
    ("/series", series.router, "Series"),
]

api = UncachedAPI(
    title="Courtyard",
    version=VERSION,
    description=ABOUT,
    openapi_url=None,
    docs_url=None,
    urls_namespace="api-v1",
)
answer_refusals(api)
for prefix, router, tag in ROUTERS:
    api.add_router(prefix, router, tags=[tag])
