"""Files that a game may bring for its pages: templates, a stylesheet, scripts."""

from functools import cache

from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.templatetags.static import static


@cache
def has_template(name: str) -> bool:
    """Whether a game brings this template."""
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


@cache
def game_files(key: str) -> dict[str, str | None]:
    """A game may bring a stylesheet and scripts of its own, for its table and for a television."""
    return {
        name: static(f"{key}/{file}") if finders.find(f"{key}/{file}") else None
        for name, file in (
            ("game_css", "game.css"),
            ("game_js", "game.js"),
            ("screen_js", "screen.js"),
        )
    }
