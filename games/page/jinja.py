"""Jinja2 environment of the regions: templates that are rendered at every push.

Regions and the partials of the games are `.jinja` files; every other page is Django's. A template
finds the shared pieces (`card`, `pick`, `icon`, …) by name, and the game's own `tags.py` under the
game's key.
"""

import re
from functools import cache, cached_property, lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from jinja2 import Environment, FileSystemLoader
from jinja2.ext import Extension
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, missing
from markupsafe import Markup

from accounts.templatetags import people
from games import registry
from games.page.html import escaped
from games.page.phrases import gettext, language, ngettext, spoken
from games.page.template_compiler import PlainCode
from games.registry import game_keys

INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


class Scope(dict[str, Any]):
    """All names that a template may use."""

    def __missing__(self, name: str) -> Any:
        return missing


class Unindented(Extension):
    """Leading blanks are for whoever reads the template; they are not sent."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENT.sub("", source)


class PlainContext(Context):
    """A context without macros and blocks: all that it needs to know is the names."""

    def __init__(
        self,
        environment: "PlainEnvironment",
        parent: dict[str, Any],
        name: str | None,
        blocks: Any,
        globals: Any,
    ) -> None:
        self.environment = environment
        self.parent = parent if type(parent) is Scope else Scope(parent)
        self.name = name
        self.vars = {}
        self.exported_vars = set()
        self.blocks = {}
        self.eval_ctx = environment.evaluation


class PlainEnvironment(Environment):
    context_class = PlainContext
    code_generator_class = PlainCode
    escape = staticmethod(escaped)
    """What the compiled templates call for what they print."""

    @cached_property
    def evaluation(self) -> EvalContext:
        """Everything is escaped everywhere, so all templates share it."""
        return EvalContext(self)


@cache
def environment() -> Environment:
    made = PlainEnvironment(
        loader=FileSystemLoader([str(folder) for folder in settings.TEMPLATES[0]["DIRS"]]),
        extensions=[Unindented],
        autoescape=True,
        trim_blocks=True,
        auto_reload=settings.DEBUG,
        cache_size=-1,
    )
    made.globals |= {"_": translated, "ngettext": counted, "url": url, "avatar": people.avatar}
    return made


def compile_all() -> None:
    """Every template of every game, before anybody waits for one."""
    for name in environment().list_templates(extensions=["jinja"]):
        environment().get_template(name)


def scope(context: dict[str, Any]) -> Scope:
    """The context, and what every template knows."""
    return Scope(known_everywhere(language()) | context)


@cache
def known_everywhere(language: str) -> dict[str, Any]:
    return environment().globals | drawings(language)


def render(template: str, context: dict[str, Any]) -> str:
    with spoken():
        return render_in(scope(context), template)


def render_in(names: dict[str, Any], template: str) -> str:
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
