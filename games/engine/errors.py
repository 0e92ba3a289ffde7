"""Refusals. Each has a code for programs and a sentence for people; none changes anything."""

from games.engine.contract import Reason, gettext_noop


class Refusal(Exception):
    """A move, or another wish, that is not granted, and why."""

    code = "refused"
    sentence = gettext_noop("That is not possible now.")
    link = ""
    """The address of a page that helps, where there is one."""
    link_words = ""

    def __init__(self, reason: Reason | None = None) -> None:
        self.reason = reason or Reason(self.sentence)
        super().__init__(str(self.reason))


class InvalidMove(Refusal):
    """It does not parse: no game would understand it."""

    code = "invalid-move"
    sentence = gettext_noop("That is not a move of this game.")


class InvalidOptions(Refusal):
    """A table option with a value that is not on offer."""

    code = "invalid-options"
    sentence = gettext_noop("These table options do not exist.")


class GameOver(Refusal):
    code = "game-over"
    sentence = gettext_noop("The match is over.")


class NotYourTurn(Refusal):
    code = "not-your-turn"
    sentence = gettext_noop("It is not your turn.")


class IllegalMove(Refusal):
    """It parses, but the rules do not allow it here."""

    code = "illegal-move"


class StaleMove(Refusal):
    """Decided on a table that has changed since. Raised by the shell, which knows what was seen."""

    code = "stale-move"
    sentence = gettext_noop("The table changed while you were deciding. Look again and choose.")
