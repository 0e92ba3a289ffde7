"""Who may act here: play, write, sit at a rated table. The only writer of `is_active`.

What a sanction forbids stands on the person's own row (`banned_until`, `muted_until`,
`unrated_until`), so asking costs a move nothing. Time itself ends them; no chore has to run.
"""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.access.revoking import Why, revoke
from accounts.models import User
from accounts.sanctions import selectors as sanctions
from accounts.sanctions import wording
from accounts.sanctions.models import Kind
from accounts.sanctions.services import ban, lift_ban

__all__ = ["Why", "ban", "ban_sentence", "lift", "may_act", "may_still_act", "revoke"]

Verdict = tuple[bool, str]

lift = lift_ban


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


def may_talk(user: User) -> Verdict:
    """Whether this person may write in a chat. Asks the database: one statement."""
    return _not_under(user, Kind.MUTE)


def may_play_rated(user: User) -> Verdict:
    """Whether this person may sit at a rated table. Asks the database: one statement."""
    return _not_under(user, Kind.UNRATED)


def _not_under(user: User, kind: Kind) -> Verdict:
    sanction = sanctions.running(user.pk, kind)
    return (True, "") if sanction is None else (False, wording.sentence(sanction))


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
    sanction = sanctions.running(user.pk, Kind.BAN)
    return _("This account is banned.") if sanction is None else wording.sentence(sanction)


def why_banned(user_id: int) -> str:
    """The same for an open connection, which knows only the number."""
    sanction = sanctions.running(user_id, Kind.BAN)
    return "" if sanction is None else wording.sentence(sanction)


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
