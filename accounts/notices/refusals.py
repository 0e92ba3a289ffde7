"""What cannot be done among people, each with a code and one sentence."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused


class Nobody(Refused):
    code = "nobody"
    sentence = _("There is nobody of this name.")


class NotYourself(Refused):
    code = "not-yourself"
    sentence = _("You need not follow yourself.")


class TooManyFollowed(Refused):
    code = "too-many-followed"
    sentence = _("You follow 500 people already. Let somebody go first.")


class NoSuchWish(Refused):
    code = "no-such-wish"
    sentence = _("Please choose one of these.")
