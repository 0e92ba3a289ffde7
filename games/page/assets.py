"""Static files that a game may bring for its pages: a stylesheet, scripts."""

from functools import cache

from django.contrib.staticfiles import finders
from django.templatetags.static import static


@cache
def game_files(key: str) -> dict[str, str | None]:
    """The address of its stylesheet, and its modules, for its table and for a television."""
    names = {name: f"{key}/{name}" for name in ("game.css", "game.js", "screen.js")}
    found = {name: path if finders.find(path) else None for name, path in names.items()}
    style = found["game.css"]
    return {
        "game_css": style and static(style),
        "game_js": found["game.js"],
        "screen_js": found["screen.js"],
    }
