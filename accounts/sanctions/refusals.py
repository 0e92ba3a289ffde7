"""What is refused about sanctions, each with a code and one sentence."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused


class NoReason(Refused):
    code = "no-reason"
    sentence = _("Give a reason: the person will read it.")


class NotAPerson(Refused):
    code = "not-a-person"
    sentence = _("The bots of the house and people who left cannot be sanctioned.")


class NotYourself(Refused):
    code = "not-yourself"
    sentence = _("Nobody judges themselves.")


class NotStaff(Refused):
    code = "not-staff"
    sentence = _("Only an administrator judges somebody of the staff.")


class NotRunning(Refused):
    code = "not-running"
    sentence = _("This is over already.")


class NotYours(Refused):
    code = "not-yours"
    sentence = _("This is not about you.")


class AppealedAlready(Refused):
    code = "appealed-already"
    sentence = _("You have appealed against this already.")


class NothingSaid(Refused):
    code = "nothing-said"
    sentence = _("Write why it should be looked at again.")


class AnsweredAlready(Refused):
    code = "answered-already"
    sentence = _("This appeal has been answered already.")


class OwnSanction(Refused):
    code = "own-sanction"
    sentence = _("Somebody else answers: you imposed it yourself.")


class NoNameToChoose(Refused):
    code = "no-name-to-choose"
    sentence = _("You have no new name to choose.")


class TooEarly(Refused):
    code = "too-early"
    sentence = _("You may choose a new name a little later.")
