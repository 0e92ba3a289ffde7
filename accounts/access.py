"""Who may act here. The only writer of bans and of `is_active`."""

from datetime import datetime
from enum import StrEnum
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import FOR_EVER, User
from accounts.signals import access_revoked


class Why(StrEnum):
    """Why a person's access ended."""

    BANNED = "banned"
    DEACTIVATED = "deactivated"
    PASSWORD = "password"
    LOGGED_OUT = "logged-out"
    CLOSED = "closed"


Verdict = tuple[bool, str]


def may_act(user: User | AnonymousUser) -> Verdict:
    """Whether this person may play, write and sit, and if not, the sentence that says why.

    Looks at the object it is given; `may_still_act` asks the database.
    """
    if not isinstance(user, User):
        return False, _("Please sign in first.")
    if not user.is_active:
        return False, _("This account is closed.")
    if user.is_banned:
        return False, ban_sentence(user)
    return True, ""


def may_still_act(user_id: int, session_key: str) -> Verdict:
    """The same question asked again on an open connection: is the session alive, and the person
    still welcome? Two queries."""
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    signed_out = False, _("You are signed out.")
    if store.get(SESSION_KEY) != str(user_id) or not store.get(BACKEND_SESSION_KEY):
        return signed_out
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return signed_out
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    if not any(constant_time_compare(store.get(HASH_SESSION_KEY, ""), each) for each in hashes):
        return signed_out
    return may_act(user)


def ban_sentence(user: User) -> str:
    """What a banned person is told: until when, and the reason."""
    until = user.banned_until
    if until is None:
        return ""
    if until >= FOR_EVER:
        return _("This account is banned for good. Reason: %(reason)s") % {
            "reason": user.ban_reason
        }
    return _("This account is banned until %(until)s (UTC). Reason: %(reason)s") % {
        "until": date_format(until, "DATETIME_FORMAT"),
        "reason": user.ban_reason,
    }


def ban(user: User, by: User | None, reason: str, until: datetime | None = None) -> None:
    """Bans until a moment, or for good. A later ban replaces an earlier one."""
    user.banned_until = until or FOR_EVER
    user.ban_reason = reason
    user.banned_by = by
    with transaction.atomic():
        user.save(update_fields=["banned_until", "ban_reason", "banned_by"])
        revoke(user, Why.BANNED)


def lift(user: User) -> None:
    """Ends a ban before its time."""
    user.banned_until = None
    user.ban_reason = ""
    user.banned_by = None
    user.save(update_fields=["banned_until", "ban_reason", "banned_by"])


def deactivate(user: User) -> None:
    """Shuts an account without wiping it; `reactivate` opens it again."""
    user.is_active = False
    with transaction.atomic():
        user.save(update_fields=["is_active"])
        revoke(user, Why.DEACTIVATED)


def reactivate(user: User) -> None:
    """Opens a shut account. The account of somebody who left stays closed."""
    if user.has_left:
        raise ValueError("Somebody who left cannot be brought back.")
    user.is_active = True
    user.save(update_fields=["is_active"])


def revoke(user: User, why: Why, session_key: str | None = None) -> None:
    """Tells everybody who holds a connection of this person, once the change is really stored."""
    transaction.on_commit(
        lambda: access_revoked.send_robust(sender=User, user=user, why=why, session_key=session_key)
    )
