"""Static files that a game may bring for its pages: a stylesheet, scripts."""

from functools import cache

from django.contrib.staticfiles import finders
from django.templatetags.static import static


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
