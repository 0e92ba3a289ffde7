"""What cannot be appealed, and why."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused


class NoSuchEntry(Refused):
    code = "no-such-entry"
    sentence = _("There is no such entry in your karma.")


class NothingToAppeal(Refused):
    code = "nothing-to-appeal"
    sentence = _("This entry took nothing from you.")


class TooOld(Refused):
    code = "too-old"
    sentence = _("An entry can be appealed for 30 days.")


class AppealedAlready(Refused):
    code = "appealed-already"
    sentence = _("You have appealed against this entry already.")


class SayWhy(Refused):
    code = "say-why"
    sentence = _("Tell us in a sentence what happened.")


class TooLong(Refused):
    code = "too-long"
    sentence = _("That is too long: at most 1000 characters.")


class TooManyAppeals(Refused):
    code = "too-many-appeals"
    sentence = _("Five of your appeals wait for an answer. Wait for one of them.")


class AnsweredAlready(Refused):
    code = "answered-already"
    sentence = _("This appeal has its answer already.")


class OwnAppeal(Refused):
    code = "own-appeal"
    sentence = _("Somebody else answers your own appeal.")


class AnswerMissing(Refused):
    code = "answer-missing"
    sentence = _("An answer needs a sentence for the player.")
