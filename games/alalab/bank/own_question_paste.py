"""Own questions pasted as text: many at once, a line each.

    question | choice | *the right choice | choice | choice | category

The star marks the right choice, and the category may be left out. From a spreadsheet the parts come
with tabs between them.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from games.alalab.bank import own_questions
from games.alalab.bank.validation import CHOICES

STAR = "*"
LONGEST_PASTE = 20_000
"""Characters, some two hundred questions. In any script they fit what the house takes at once."""


@dataclass(frozen=True)
class PastedLine:
    """One line as it was pasted, and the question it is; or why it is none."""

    number: int
    words: str
    draft: own_questions.OwnQuestionDraft | None
    why: str = ""


def paste(user: User, text: str) -> tuple[int, list[PastedLine]]:
    """Keeps the good lines: how many they were, and the bad ones, each with its reasons."""
    lines = read(text)
    verdicts = own_questions.write_many(user, [line.draft for line in lines])
    bad = [
        PastedLine(line.number, line.words, None, line.why or verdict)
        for line, verdict in zip(lines, verdicts, strict=True)
        if line.why or verdict
    ]
    return len(lines) - len(bad), bad


def read(text: str) -> list[PastedLine]:
    """Empty lines are left out, but counted where they stand between others."""
    lines = enumerate(text.replace("\r\n", "\n").split("\n"), start=1)
    return [_line(number, words.strip()) for number, words in lines if words.strip()]


def _line(number: int, words: str) -> PastedLine:
    text, *parts = (part.strip() for part in words.split("\t" if "\t" in words else "|"))
    choices, more = parts[:CHOICES], parts[CHOICES:]
    if len(choices) < CHOICES or len(more) > 1:
        why = _(
            "A line has a question and four choices, and a category if you like, with | between:"
            " five or six parts. Here are %(count)d."
        ) % {"count": len(parts) + 1}
        return PastedLine(number, words, None, why)
    starred = [index for index, choice in enumerate(choices) if choice.startswith(STAR)]
    if len(starred) != 1:
        return PastedLine(
            number, words, None, _("Put a star before the right choice, and no other.")
        )
    choices[starred[0]] = choices[starred[0]].removeprefix(STAR)
    return PastedLine(number, words, own_questions.draft_of(text, choices, starred[0], *more))
