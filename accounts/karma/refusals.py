"""Refusals of an appeal against an entry."""

from refusals import Refusal, gettext_noop


class NoSuchEntry(Refusal):
    code = "no-such-entry"
    sentence = gettext_noop("There is no such entry in your karma.")


class NothingToAppeal(Refusal):
    code = "nothing-to-appeal"
    sentence = gettext_noop("This entry took nothing from you.")


class TooOld(Refusal):
    code = "too-old"
    sentence = gettext_noop("An entry can be appealed for 30 days.")


class TooManyAppeals(Refusal):
    code = "too-many-appeals"
    sentence = gettext_noop("Five of your appeals wait for an answer. Wait for one of them.")
