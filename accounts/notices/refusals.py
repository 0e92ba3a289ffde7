"""Refusals of following and of wishes."""

from accounts.people.refusals import AccountNeeded
from refusals import Refusal, gettext_noop


class Nobody(Refusal):
    code = "nobody"
    sentence = gettext_noop("There is nobody of this name.")


class NotYourself(Refusal):
    code = "not-yourself"
    sentence = gettext_noop("You need not follow yourself.")


class TooManyFollowed(Refusal):
    code = "too-many-followed"
    sentence = gettext_noop("You follow 500 people already. Let somebody go first.")


class GuestsFollowNobody(AccountNeeded):
    code = "guests-follow-nobody"
    sentence = gettext_noop("Following somebody takes an account of your own.")


class GuestsAreGoneTomorrow(Refusal):
    code = "guests-are-gone-tomorrow"
    sentence = gettext_noop("A guest is gone tomorrow, so there is nobody to follow yet.")


class NoSuchWish(Refusal):
    code = "no-such-wish"
    sentence = gettext_noop("Please choose one of these.")
