"""Refusals of cases: of whoever brings one, and of the staff who answer."""

from refusals import Refusal, gettext_noop


class NothingSaid(Refusal):
    code = "nothing-said"
    sentence = gettext_noop("Write why it should be looked at again.")


class TooLong(Refusal):
    code = "too-long"
    sentence = gettext_noop("That is too long: at most 1000 characters.")


class AppealedAlready(Refusal):
    code = "appealed-already"
    status = 409
    sentence = gettext_noop("You have appealed against this already.")


class NoSuchAppeal(Refusal):
    code = "no-such-appeal"
    status = 404
    sentence = gettext_noop("This appeal is gone: whoever wrote it has closed their account.")


class AnsweredAlready(Refusal):
    code = "answered-already"
    status = 409
    sentence = gettext_noop("This has been answered already.")


class OwnCase(Refusal):
    code = "own-case"
    status = 403
    sentence = gettext_noop("You have a part in this. Somebody else answers it.")


class NoReason(Refusal):
    code = "no-reason"
    sentence = gettext_noop("Give a reason: the person will read it.")
