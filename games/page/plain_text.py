"""Plain text: the words of the games without their HTML, for programs and for the terminal."""

from html import unescape

from django.utils.html import strip_tags

TEXT_STYLE = "\ufe0e"  # asks a screen for a sign in black and white


def plain(html: str) -> str:
    return unescape(strip_tags(html)).replace(TEXT_STYLE, "")
