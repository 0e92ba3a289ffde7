"""Refusals of the API, each with a code and one sentence."""

from accounts.people.refusals import AccountNeeded
from refusals import Refusal, gettext_noop


class NoToken(Refusal):
    code = "no-token"
    status = 401
    sentence = gettext_noop("Send a token in the header: Authorization: Bearer <token>.")


class WrongToken(Refusal):
    code = "wrong-token"
    status = 401
    sentence = gettext_noop("This token is not known here, or it was revoked.")


class ExpiredToken(Refusal):
    code = "expired-token"
    status = 401
    sentence = gettext_noop("This token has expired. Make a new one.")


class MissingScope(Refusal):
    code = "missing-scope"
    status = 403
    sentence = gettext_noop("This token lacks the scope “%(scope)s”.")


class Busy(Refusal):
    code = "busy"
    status = 429
    retry_after = 5
    sentence = gettext_noop("Somebody else is just changing this. Try again in a moment.")


class NotUnderstood(Refusal):
    code = "not-understood"
    sentence = gettext_noop("The request is not understood: %(detail)s.")


class NothingHere(Refusal):
    code = "nothing-here"
    status = 404
    sentence = gettext_noop("There is nothing at this address.")


class NotYourSeat(Refusal):
    code = "not-your-seat"
    sentence = gettext_noop("playerId names another seat than yours.")


class WrongMoveId(Refusal):
    code = "wrong-id"
    sentence = gettext_noop("The id of a move has 1 to 64 plain characters and no spaces.")


class NoMatchHere(Refusal):
    code = "no-match-here"
    sentence = gettext_noop("No match is being played here.")


class BotsDoNotTalk(Refusal):
    code = "bots-do-not-talk"
    sentence = gettext_noop("Bot accounts do not write in the chat.")


class TooManyTokens(Refusal):
    code = "too-many-tokens"
    sentence = gettext_noop("This account has %(most)d tokens already. Revoke one first.")


class TokenNameTaken(Refusal):
    code = "token-name-taken"
    sentence = gettext_noop("You have a token of this name already.")


class TooManyBots(Refusal):
    code = "too-many-bots"
    sentence = gettext_noop("You have %(most)d bot accounts already. Close one first.")


class NotYourBot(Refusal):
    code = "not-your-bot"
    sentence = gettext_noop("That is not a bot account of yours.")


class BotsHaveNoBots(Refusal):
    code = "bots-have-no-bots"
    sentence = gettext_noop("Only people can have bot accounts.")


class GuestsHaveNoTokens(AccountNeeded):
    code = "guests-have-no-tokens"
    sentence = gettext_noop("Tokens and bot accounts take an account of your own.")
