"""Refusals of the match services, each with a code and one sentence."""

from games.engine.contract import gettext_noop
from refusals import Refusal


class NotSeated(Refusal):
    code = "not-seated"
    status = 403
    sentence = gettext_noop("You are not playing in this match.")


class Beaten(Refusal):
    """A race was lost: the first to arrive has it."""

    code = "beaten"
    sentence = gettext_noop("\u2068%(name)s\u2069 was %(ms)d ms faster.")


class MayNotWrite(Refusal):
    """Words of a player's own, where it was not asked whether they may write."""

    code = "may-not-write"
    status = 403
    sentence = gettext_noop("You cannot write here.")


class GuestsAnswerAloud(MayNotWrite):
    sentence = gettext_noop("Guests do not write at the table: say it aloud.")


class NoRanking(Refusal):
    code = "no-ranking"
    sentence = gettext_noop(
        "Give every player a place. Those who tie share one, and the next place stays free."
    )


class PrivateIsFriendly(Refusal):
    code = "private-is-friendly"
    sentence = gettext_noop("Private tables are friendly: only at a public one can a match count.")


class NeverRated(Refusal):
    """The reason is the game's own."""

    code = "never-rated"
    sentence = gettext_noop("Such a match never counts on the leaderboard.")


class NoSuchMatch(Refusal):
    code = "no-such-match"
    status = 404
    sentence = gettext_noop("There is no such match.")
