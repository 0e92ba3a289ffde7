"""Plain text: the words of the games without their HTML, for programs and for the terminal."""

import re
from html import unescape

TEXT_STYLE = "\ufe0e"  # asks a screen for a sign in black and white

TAG = re.compile(r"<[^>]*>")


def plain(html: str) -> str:
    """Of HTML of our own, in which every other `<` and `>` is escaped."""
    return unescape(TAG.sub("", html)).replace(TEXT_STYLE, "")
