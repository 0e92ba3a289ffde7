"""What is refused about sanctions, each with a code and one sentence."""

from refusals import Refusal, gettext_noop


class NoReason(Refusal):
    code = "no-reason"
    sentence = gettext_noop("Give a reason: the person will read it.")


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


class AppealedAlready(Refusal):
    code = "appealed-already"
    sentence = gettext_noop("You have appealed against this already.")


class NothingSaid(Refusal):
    code = "nothing-said"
    sentence = gettext_noop("Write why it should be looked at again.")


class AnsweredAlready(Refusal):
    code = "answered-already"
    sentence = gettext_noop("This appeal has been answered already.")


class OwnSanction(Refusal):
    code = "own-sanction"
    sentence = gettext_noop("Somebody else answers: you imposed it yourself.")


class NoNameToChoose(Refusal):
    code = "no-name-to-choose"
    sentence = gettext_noop("You have no new name to choose.")


class TooEarly(Refusal):
    code = "too-early"
    sentence = gettext_noop("You may choose a new name a little later.")
