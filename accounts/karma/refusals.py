"""What cannot be appealed, and why."""

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


class AppealedAlready(Refusal):
    code = "appealed-already"
    sentence = gettext_noop("You have appealed against this entry already.")


class SayWhy(Refusal):
    code = "say-why"
    sentence = gettext_noop("Tell us in a sentence what happened.")


class TooLong(Refusal):
    code = "too-long"
    sentence = gettext_noop("That is too long: at most 1000 characters.")


class TooManyAppeals(Refusal):
    code = "too-many-appeals"
    sentence = gettext_noop("Five of your appeals wait for an answer. Wait for one of them.")


class AnsweredAlready(Refusal):
    code = "answered-already"
    sentence = gettext_noop("This appeal has its answer already.")


class OwnAppeal(Refusal):
    code = "own-appeal"
    sentence = gettext_noop("Somebody else answers your own appeal.")


class AnswerMissing(Refusal):
    code = "answer-missing"
    sentence = gettext_noop("An answer needs a sentence for the player.")
