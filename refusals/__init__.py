"""Refusals: exceptions with a code for programs, a sentence for people and an HTTP status.

Whatever the site does not do for somebody, it refuses with one of these. A refusal changes nothing,
and it always says why. This module is pure, so that the rules of a game may refuse as well;
`refusals.wording` puts a refusal into the reader's language.
"""

import msgspec


def gettext_noop(text: str) -> str:
    """Marks a sentence for translation; whoever shows it translates it."""
    return text


class Reason(msgspec.Struct, frozen=True, rename="camel"):
    """Why not, in one sentence a player understands. `text` is translated, then filled in."""

    text: str
    params: dict[str, str | int] = {}

    def __str__(self) -> str:
        return self.text % self.params if self.params else self.text


class Refusal(Exception):
    """A wish that is not granted, and why: `NoToken`, `TooMany(most=3)`, `Banned(Reason(…))`."""

    code = "refused"
    sentence = gettext_noop("That is not possible now.")
    status = 422
    """What it means in HTTP: 403 may not, 404 no such thing, 409 look again, 429 too fast."""
    retry_after: int | None = None
    """Seconds after which it is worth another try, where that is known."""
    link = ""
    """The address of a page that helps, where there is one."""
    link_words = ""

    def __init__(self, reason: Reason | None = None, /, **params: str | int) -> None:
        self.reason = reason or Reason(self.sentence, params)
        super().__init__(str(self.reason))
