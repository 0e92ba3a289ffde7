"""Jinja2 environment of the regions: templates that are rendered at every push.

Regions and the partials of the games are `.jinja` files; every other page is Django's. A template
finds the shared pieces (`card`, `pick`, `icon`, …) by name, and the game's own `tags.py` under the
game's key.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from jinja2 import Environment, FileSystemLoader
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup

from accounts.templatetags import people
from games import registry
from games.page.phrases import gettext, language, ngettext, spoken
from games.registry import game_keys

INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


Scope = dict[str, Any]
"""All names that a template may use."""


class Unindented(Extension):
    """Leading blanks are for whoever reads the template; they are not sent."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENT.sub("", source)


class PlainContext(Context):
    """A context for templates that call functions as they are, without context or macros.

    Jinja asks at every call what the function wants to be given, and at every include which names
    are global, which only macros need: a fifth of the time of a region.
    """

    def __init__(
        self, environment: Environment, parent: Scope, name: str | None, blocks: Any, globals: Any
    ) -> None:
        super().__init__(environment, parent, name, blocks)

    def call(self, function: Callable[..., Any], /, *args: Any, **values: Any) -> Any:
        values.pop("_loop_vars", None)
        values.pop("_block_vars", None)
        return function(*args, **values)


@cache
def environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader([str(folder) for folder in settings.TEMPLATES[0]["DIRS"]]),
        extensions=[Unindented],
        autoescape=True,
        trim_blocks=True,
        auto_reload=settings.DEBUG,
        cache_size=-1,
    )
    made.context_class = PlainContext
    made.globals |= {"_": translated, "ngettext": counted, "url": url, "avatar": people.avatar}
    return made


def compile_all() -> None:
    """Every template of every game, before anybody waits for one."""
    for name in environment().list_templates(extensions=["jinja"]):
        environment().get_template(name)


def scope(context: dict[str, Any]) -> Scope:
    """The context, and what every template knows."""
    return environment().globals | drawings(language()) | context


def render(template: str, context: dict[str, Any]) -> str:
    with spoken():
        return render_in(scope(context), template)


def render_in(names: Scope, template: str) -> str:
    """Several templates may be rendered in one scope, which none of them changes."""
    made = environment().get_template(template)
    return "".join(made.root_render_func(made.new_context(names, shared=True)))


@cache
def drawings(language: str) -> dict[str, Any]:
    """The shared pieces, and by its key what each game draws, in one language.

    What a module lists as `PURE` depends on its arguments alone, so it is remembered.
    """
    from games.templatetags import pieces, table

    games = {key: SimpleNamespace(**known(registry.part(key, "tags"))) for key in game_keys()}
    return {
        name: known(module)[name] for module in (pieces, table) for name in module.SHARED
    } | games


def known(module: ModuleType) -> dict[str, Any]:
    pure = getattr(module, "PURE", ())
    return {
        name: lru_cache(maxsize=4096)(value) if name in pure else value
        for name, value in vars(module).items()
        if callable(value)
    }


@lru_cache(maxsize=4096)
def url(name: str, *args: Any) -> str:
    """The address of a page, or nothing where this site has no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def translated(message: str, **values: Any) -> Markup:
    """A phrase; the values in it are escaped."""
    text = Markup(gettext(message))
    return text % values if values else text


def counted(one: str, many: str, n: int) -> Markup:
    return Markup(ngettext(one, many, n) % {"n": n})
