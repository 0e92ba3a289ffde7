"""Refusals of access: signed out, closed, banned, muted, kept from rated tables."""

from refusals import Refusal, gettext_noop


class MayNotAct(Refusal):
    code = "may-not-act"
    status = 403
    sentence = gettext_noop("Your account may not play now.")


class NotSignedIn(MayNotAct):
    sentence = gettext_noop("Please sign in first.")


class SignedOut(MayNotAct):
    """An open connection whose session has ended."""

    sentence = gettext_noop("You are signed out.")


class AccountClosed(MayNotAct):
    sentence = gettext_noop("This account is closed.")


class Banned(MayNotAct):
    sentence = gettext_noop("This account is banned.")


class GuestIsOver(MayNotAct):
    """24 hours have passed."""

    sentence = gettext_noop("Your day as a guest is over. Come in again under a name, or sign up.")


class Muted(Refusal):
    code = "hushed"
    sentence = gettext_noop("You may not write in the chat now.")


class NotRated(Refusal):
    code = "not-rated"
    sentence = gettext_noop("You may not sit at rated tables now.")
