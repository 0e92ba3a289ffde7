"""Jinja2 environment of the regions: templates that are rendered at every push.

Regions and the partials of the games are `.jinja` files; every other page is Django's. A template
finds the shared pieces (`card`, `pick`, `icon`, …) by name, and the game's own `tags.py` under the
game's key.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import Environment, FileSystemLoader
from jinja2.ext import Extension
from markupsafe import Markup

from accounts.templatetags import people
from games import registry

INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


class Unindented(Extension):
    """Leading blanks are for whoever reads the template; they are not sent."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENT.sub("", source)


@cache
def environment() -> Environment:
    from games.templatetags import pieces, table

    made = Environment(
        loader=FileSystemLoader(settings.TEMPLATES[0]["DIRS"]),
        extensions=[Unindented],
        autoescape=True,
        trim_blocks=True,
        auto_reload=settings.DEBUG,
        cache_size=-1,
    )
    for module in (pieces, table):
        made.globals |= {name: getattr(module, name) for name in module.SHARED}
    made.globals |= {key: registry.part(key, "tags") for key in registry.game_keys()}
    made.globals |= {"avatar": people.avatar, "url": url}
    return made


def render(template: str, context: dict[str, Any]) -> str:
    return environment().get_template(template).render(phrases(get_language() or "") | context)


@lru_cache(maxsize=4096)
def url(name: str, *args: Any) -> str:
    """The address of a page, or nothing where this site has no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


@cache
def phrases(language: str) -> dict[str, Callable[..., Markup]]:
    """`_` and `ngettext` of a language: each phrase is looked up once. Values are escaped."""
    known: dict[str, Markup] = {}

    def translated(message: str, **values: Any) -> Markup:
        text = known.get(message)
        if text is None:
            text = known[message] = Markup(gettext(message))
        return text % values if values else text

    def counted(one: str, many: str, n: int) -> Markup:
        return Markup(ngettext(one, many, n)) % {"n": n}

    return {"_": translated, "ngettext": counted}
