"""Question validation: what a good question is.

One place for the admin's form, an imported file, our own files and what hosts write.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.alalab.question import CATEGORIES, DIFFICULTIES

LONGEST_TEXT = 140
LONGEST_CHOICE = 40
LONGEST_CATEGORY = 20
CHOICES = 4
LANGUAGE = re.compile(r"\A[a-z]{2,3}(-[a-z0-9]{2,8})?\Z")
UNSHOWN = ("Cc", "Cs", "Co", "Cn")
"""Control characters, half characters, and code points that are nobody's."""
KEY = re.compile(r"\A[a-z0-9][a-z0-9-]{0,63}\Z")


@dataclass(frozen=True)
class QuestionDraft:
    """A question on its way into the bank. `retired` is why it is out of play; empty: it is in."""

    text: str
    choices: tuple[str, ...]
    answer: int | None
    category: str
    difficulty: int | None
    language: str = "en"
    key: str = ""
    retired: str = ""


def validation_errors(draft: QuestionDraft) -> Iterator[str]:
    """What is wrong with it, a sentence each. Nothing: it may be asked."""
    if not draft.text:
        yield _("The question is missing.")
    elif len(draft.text) > LONGEST_TEXT:
        yield _("The question is longer than %(most)d characters.") % {"most": LONGEST_TEXT}
    if len(draft.choices) != CHOICES or not all(draft.choices):
        yield _("A question has four choices; here are %(count)d.") % {
            "count": sum(map(bool, draft.choices))
        }
    elif len({same(choice) for choice in draft.choices}) < CHOICES:
        yield _("Two of the choices are the same.")
    for choice in draft.choices:
        if len(choice) > LONGEST_CHOICE:
            yield _("The choice “%(choice)s…” is longer than %(most)d characters.") % {
                "choice": choice[:20],
                "most": LONGEST_CHOICE,
            }
    if draft.answer not in range(CHOICES):
        yield _("The answer must be A, B, C or D, or one of the choices in full.")
    if draft.category not in CATEGORIES:
        yield _("There is no category “%(name)s”. There are: %(all)s.") % {
            "name": draft.category[:40],
            "all": ", ".join(CATEGORIES),
        }
    if draft.difficulty not in DIFFICULTIES:
        yield _("The difficulty must be 1, 2 or 3.")
    if not LANGUAGE.match(draft.language):
        yield _("The language must be a code such as “en”.")
    if draft.key and not KEY.match(draft.key):
        yield _("The key may have small letters, digits and hyphens only, at most 64.")
    if len(draft.retired) > 200:
        yield _("The reason for retiring is longer than %(most)d characters.") % {"most": 200}
    if not can_be_shown("".join((draft.text, *draft.choices, draft.retired))):
        yield _("There are characters in it that cannot be shown.")


def can_be_shown(words: str) -> bool:
    return not any(sign == "\ufffd" or unicodedata.category(sign) in UNSHOWN for sign in words)


def tidy(text: str) -> str:
    """One line, spaced once. A space that does not break, as before a French “?”, stays."""
    return re.sub(r"[ \t\r\n\f\v]+", " ", unicodedata.normalize("NFC", text)).strip()


def plain(text: str) -> str:
    """The words without case, spacing and stops, to tell duplicates. Signs that count stay."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return " ".join(re.sub(r"[?!.,;:…'\"‘’“”«»]", "", folded).split())


def same(choice: str) -> str:
    """A choice without case and spacing. C, C# and C++ differ, and so do 1.5 and 15."""
    return " ".join(unicodedata.normalize("NFC", choice).casefold().split())
