"""Structured data (schema.org, JSON-LD): what a page is about, for search engines.

It is data in a script element of a type that no browser runs, so the content policy, which forbids
inline scripts, lets it be.
"""

import json
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


def json_ld(data: dict[str, Any]) -> SafeString:
    """The script element. Signs that could end it are written as escapes."""
    text = json.dumps({"@context": "https://schema.org", **data}).translate(ESCAPES)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')


def absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def website(description: str) -> SafeString:
    return json_ld(
        {
            "@type": "WebSite",
            "name": "Courtyard",
            "url": absolute("/"),
            "description": description,
        }
    )


def breadcrumbs(*steps: tuple[str, str]) -> SafeString:
    """Where a page stands: `(name, path)` from the first page on."""
    return json_ld(
        {
            "@type": "BreadcrumbList",
            "itemListElement": [
                {"@type": "ListItem", "position": number, "name": name, "item": absolute(path)}
                for number, (name, path) in enumerate(steps, start=1)
            ],
        }
    )


def game(name: str, blurb: str, players: tuple[int, ...], path: str, image: str) -> SafeString:
    return json_ld(
        {
            "@type": "VideoGame",
            "name": name,
            "description": blurb,
            "url": absolute(path),
            "image": absolute(image),
            "gamePlatform": "Web browser",
            "operatingSystem": "Any",
            "applicationCategory": "Game",
            "playMode": "MultiPlayer",
            "numberOfPlayers": {
                "@type": "QuantitativeValue",
                "minValue": min(players),
                "maxValue": max(players),
            },
            "offers": {"@type": "Offer", "price": "0", "priceCurrency": "EUR"},
        }
    )
