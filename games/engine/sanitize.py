"""Sanitized text: what people type, without invisible signs and direction tricks, on one line."""

import re
import unicodedata

LONGEST = 300
MARKS = 4

JOINERS = "\u200c\u200d"
# A joiner stays only between two signs that may need it: Persian words, family emoji.
NEEDLESS = re.compile(f"(?<![^\x00-\x7f{JOINERS}])[{JOINERS}]|[{JOINERS}](?![^\x00-\x7f{JOINERS}])")


def clean(text: str) -> str:
    """Composed letters, visible signs only, single spaces."""
    text = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text))
    text = "".join(sign for sign in text if sign in JOINERS or not is_hidden(sign))
    text = NEEDLESS.sub("", few_marks(text))
    return re.sub(r" +", " ", text).strip()


def is_hidden(sign: str) -> bool:
    """Controls, direction marks, zero-width signs, unassigned and private ones."""
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn")


def few_marks(text: str) -> str:
    """Not more marks upon one letter than any script needs: a tower climbs over other lines."""
    kept: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MARKS:
            kept.append(sign)
    return "".join(kept)
