"""Wording of a sanction, as the person reads it: what, until when, why."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.sanctions.models import Kind, Sanction


def sentence(sanction: Sanction) -> str:
    """One sentence that also serves as the refusal of what is forbidden."""
    return _template(sanction) % {"until": when(sanction), "reason": sanction.reason}


def _template(sanction: Sanction) -> str:
    for_good = sanction.is_for_good
    match sanction.kind:
        case Kind.WARNING:
            return _("A warning from the house: %(reason)s")
        case Kind.MUTE if for_good:
            return _("You may not write in the chat any more. Reason: %(reason)s")
        case Kind.MUTE:
            return _("You may not write in the chat until %(until)s (UTC). Reason: %(reason)s")
        case Kind.UNRATED if for_good:
            return _("You may not sit at rated tables any more. Reason: %(reason)s")
        case Kind.UNRATED:
            return _("You may not sit at rated tables until %(until)s (UTC). Reason: %(reason)s")
        case Kind.BAN if for_good:
            return _("This account is banned for good. Reason: %(reason)s")
        case Kind.BAN:
            return _("This account is banned until %(until)s (UTC). Reason: %(reason)s")
        case _:
            return _("The house gave you another name. Reason: %(reason)s")


def when(sanction: Sanction) -> str:
    """The moment of its end, by the clock the whole house shares."""
    return _("for good") if sanction.is_for_good else date_format(sanction.until, "DATETIME_FORMAT")
