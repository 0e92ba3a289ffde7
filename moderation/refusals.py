"""Refusals of reports, each with a code and one sentence."""

from refusals import Refusal, gettext_noop


class NothingThere(Refusal):
    code = "nothing-there"
    sentence = gettext_noop("There is nothing to report here.")


class NotYourself(Refusal):
    code = "not-yourself"
    sentence = gettext_noop("This is about yourself.")


class HouseBot(Refusal):
    code = "house-bot"
    sentence = gettext_noop("This one is a bot of the house: it has no manners to report.")


class ReportedAlready(Refusal):
    code = "reported-already"
    sentence = gettext_noop("You have reported this already. Somebody will look at it.")


class TooMany(Refusal):
    code = "too-many"
    sentence = gettext_noop("These are many reports for one hour. Please wait a while.")


class SomebodyIsOnIt(Refusal):
    code = "somebody-is-on-it"
    sentence = gettext_noop("Somebody else is on this one.")
