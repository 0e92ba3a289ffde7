"""Script bundles: three files in the place of thirty modules, made when files are collected.

The sources are ES modules, one thought each. In a bundle a module is a function, called once, by
the first who imports it, and `{% script "js/room.js" %}` on a page calls it for that page. The
bundles are the vendored libraries, what runs on every page, and the modules of all other pages.

Only the few ways in which our modules import and export are understood; another is refused.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

from django import template
from django.core.exceptions import ImproperlyConfigured
from django.templatetags.static import static
from django.utils.html import format_html

VENDOR, EVERY_PAGE, OTHER_PAGES = "js/vendor.js", "js/every_page.js", "js/other_pages.js"
LIBRARIES = [
    "django_htmx/htmx-2.min.js",
    "django_htmx/ext/hx-ws-2.min.js",
    "vendor/idiomorph-ext-0.8.0.min.js",
]
ON_EVERY_PAGE = {"js/site.js", "js/bell.js", "js/call.js"}
EARLY = "js/early_clicks.js"  # no module, and on its own, for it comes before all others
WORKER = "js/worker.js"  # no page runs it: it is served at an address of its own

# The bundles of a page share one table of modules. A module that fails is told like any other
# error, and does not keep the next one from running.
BUNDLE = """\
const { makers, made } = (globalThis.modules ??= { makers: {}, made: {} });
const use = (name) => (made[name] ??= makers[name]());
%s
for (const script of document.scripts) {
  if (script.src === import.meta.url) queueMicrotask(() => use(script.dataset.run));
}
"""
COMMENT = re.compile(r"^[ \t]*(?:/\*\*.*?\*/|//[^\n]*)[ \t]*\n", re.M | re.S)
IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[^"]+)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const|class) (\w+))", re.M)
OTHER = re.compile(r"^(?:import|export)\b.*", re.M)
LONG_TEXT = re.compile(r"^[^`\n]*`(?:[^`\n]*`[^`\n]*`)*[^`\n]*$", re.M)  # a comment is none in it

register = template.Library()


@register.simple_tag
def script(name: str) -> str:
    """The tag that runs a module on this page."""
    bundle = static(EVERY_PAGE if name in ON_EVERY_PAGE else OTHER_PAGES)
    return format_html('<script src="{}" type="module" data-run="{}"></script>', bundle, name)


def bundles(libraries: Iterable[str], modules: Mapping[str, str]) -> dict[str, str]:
    """The text of every bundle, from the texts of the libraries and, by name, of the modules."""
    graph = {name: _imports(name, modules[name]) for name in modules}
    if lost := {each for imports in graph.values() for each in imports} - modules.keys():
        raise ImproperlyConfigured(f"Scripts import what is not there: {', '.join(sorted(lost))}.")
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        raise ImproperlyConfigured(f"Scripts import each other: {error.args[1]}.") from None
    every = set(ON_EVERY_PAGE)
    for name in reversed(order):
        if name in every:
            every |= graph[name]
    made = {name: _module(name, modules[name]) for name in sorted(modules)}
    return {
        VENDOR: "\n".join(libraries),
        EVERY_PAGE: BUNDLE % "".join(made[name] for name in made if name in every),
        OTHER_PAGES: BUNDLE % "".join(made[name] for name in made if name not in every),
    }


def _imports(name: str, text: str) -> set[str]:
    return {_resolve(name, path) for _, path in IMPORT.findall(text)}


def _resolve(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _module(name: str, text: str) -> str:
    """A module as a function that returns what it exports."""

    def use(found: re.Match[str]) -> str:
        wanted, path = found.groups()
        call = f'use("{_resolve(name, path)}");'
        if not wanted:
            return call
        return f"const {wanted.removeprefix('* as ').replace(' as ', ': ')} = {call}"

    code = COMMENT.sub("", text)
    exports = ", ".join(EXPORT.findall(code))
    code = EXPORT.sub("", IMPORT.sub(use, code))
    if strange := OTHER.search(code) or LONG_TEXT.search(code):
        raise ImproperlyConfigured(f"{name}: no bundle can be made of {strange.group()!r}.")
    return f'makers["{name}"] = () => {{\n{code}return {{ {exports} }};\n}};\n'
