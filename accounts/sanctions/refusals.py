"""Refusals of sanctions and of what follows from one."""

from refusals import Refusal, gettext_noop


class NotAPerson(Refusal):
    code = "not-a-person"
    sentence = gettext_noop("The bots of the house and people who left cannot be sanctioned.")


class NotYourself(Refusal):
    code = "not-yourself"
    sentence = gettext_noop("Nobody judges themselves.")


class NotStaff(Refusal):
    code = "not-staff"
    sentence = gettext_noop("Only an administrator judges somebody of the staff.")


class NotRunning(Refusal):
    code = "not-running"
    sentence = gettext_noop("This is over already.")


class NotYours(Refusal):
    code = "not-yours"
    sentence = gettext_noop("This is not about you.")


class NoNameToChoose(Refusal):
    code = "no-name-to-choose"
    sentence = gettext_noop("You have no new name to choose.")


class TooEarly(Refusal):
    code = "too-early"
    sentence = gettext_noop("You may choose a new name a little later.")
