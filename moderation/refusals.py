"""What is refused about reports, each with a code and one sentence."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused


class NothingThere(Refused):
    code = "nothing-there"
    sentence = _("There is nothing to report here.")


class NotYourself(Refused):
    code = "not-yourself"
    sentence = _("This is about yourself.")


class HouseBot(Refused):
    code = "house-bot"
    sentence = _("This one is a bot of the house: it has no manners to report.")


class ReportedAlready(Refused):
    code = "reported-already"
    sentence = _("You have reported this already. Somebody will look at it.")


class TooMany(Refused):
    code = "too-many"
    sentence = _("These are many reports for one hour. Please wait a while.")


class SomebodyIsOnIt(Refused):
    code = "somebody-is-on-it"
    sentence = _("Somebody else is on this one.")


class ClosedAlready(Refused):
    code = "closed-already"
    sentence = _("This report is closed already.")


class NoReason(Refused):
    code = "no-reason"
    sentence = _("Close it with a reason: the reporter reads it.")


class OwnReport(Refused):
    code = "own-report"
    sentence = _("This report is by you or about you. Somebody else decides it.")
