"""Every address of the site, from the URLconf itself, and a path to knock at for each."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


def routes() -> list[str]:
    """Every route, once, as it is written: `t/<str:code>/say/`."""
    return list(dict.fromkeys(walk(get_resolver().url_patterns)))


def walk(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + plain(str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from walk(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def plain(route: str) -> str:
    """A regular expression reads like the other routes."""
    route = re.sub(r"\(\?P<(\w+)>[^()]*\)", r"<\1>", route)
    return route.removesuffix("$").replace("^", "").replace("\\", "")


def path_of(route: str, samples: dict[str, Any]) -> str:
    """The route with something that is really there in each of its places."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(samples[found[1]]), route)
