"""A game as it introduces itself: its picture, and its help page with a table of contents."""

import re
from dataclasses import dataclass
from typing import Any

from django import template
from django.template.loader import get_template, select_template
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.engine.contract import Info
from games.page import assets
from sharing import structured_data

register = template.Library()

HEADING = re.compile(r'<h2(?: id="([\w-]+)")?>(.*?)</h2>', re.DOTALL)


@dataclass(frozen=True)
class Help:
    """The page, and its headings as (id, words)."""

    html: SafeString
    headings: list[tuple[str, str]]


@register.simple_tag
def picture(key: str) -> SafeString:
    """`<key>/picture.html` if the game brings one, else some cards."""
    return select_template([f"{key}/picture.html", "games/picture.html"]).render()


@register.simple_tag
def game_data(info: Info) -> SafeString:
    """The game as structured data, for search engines."""
    return structured_data.game(
        _(info.name),
        _(info.blurb),
        info.players,
        reverse("games:rules", args=[info.key]),
        reverse("games:picture", args=[info.key]),
    )


@register.simple_tag
def game_css(key: str) -> str:
    """The address of the game's own stylesheet; empty if it brings none."""
    return assets.game_files(key)["game_css"] or ""


@register.simple_tag(takes_context=True)
def help_page(context: Any, key: str) -> Help:
    """`<key>/help.html` with an id on every heading, its own or a number, to be linked to."""
    headings: list[tuple[str, str]] = []

    def marked(found: re.Match[str]) -> str:
        name = found[1] or f"h-{len(headings) + 1}"
        headings.append((name, strip_tags(found[2])))
        return f'<h2 id="{name}">{found[2]}</h2>'

    page = get_template(f"{key}/help.html").render({"key": key}, context.get("request"))
    # The template has escaped what needs it; only ids are added.
    return Help(mark_safe(HEADING.sub(marked, page)), headings)
