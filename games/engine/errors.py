"""Refusals of the engine: each has a code for programs and a sentence for people."""

from refusals import Refusal as Refusal
from refusals import gettext_noop


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
    status = 409
    sentence = gettext_noop("The table changed while you were deciding. Look again and choose.")
