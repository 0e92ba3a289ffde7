"""Permissions to act: play, write, sit at a rated table. The only writer of `is_active`.

What a sanction forbids stands on the person's own row (`banned_until`, `muted_until`,
`unrated_until`), so asking costs a move nothing. Time itself ends them; no chore has to run.
"""

from dataclasses import dataclass
from hashlib import md5

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.access import refusals
from accounts.access.revocation import Why, revoke
from accounts.models import User
from accounts.sanctions import selectors as sanctions
from accounts.sanctions import wording
from accounts.sanctions.models import Kind
from refusals import Reason, Refusal


def check_may_act(user: User | AnonymousUser) -> None:
    """Raises a MayNotAct unless this person may play, write and sit.

    Looks at the object it is given; `check_may_act_now` asks the database.
    """
    if not isinstance(user, User):
        raise refusals.NotSignedIn
    if not user.is_active:
        raise refusals.AccountClosed
    if user.is_banned:
        raise banned(user.pk)
    if user.guest_is_over:
        raise refusals.GuestIsOver


def check_may_act_now(user: User) -> None:
    """Refuses also who was banned or shut out since the request began: one statement.

    Called with the row locked that is about to change. A ban that is not committed yet waits for
    it: whatever is done before the ban, it hands over after.
    """
    user.refresh_from_db(fields=["is_active", "banned_until"])
    check_may_act(user)


def check_may_talk(user: User) -> None:
    """Raises unless this person may write in a chat. Asks the database: one statement."""
    _check_not_under(user, Kind.MUTE, refusals.Muted)


def check_may_play_rated(user: User) -> None:
    """Raises unless this person may sit at a rated table. Asks the database: one statement."""
    _check_not_under(user, Kind.UNRATED, refusals.NotRated)


def _check_not_under(user: User, kind: Kind, refusal: type[Refusal]) -> None:
    sanction = sanctions.running(user.pk, kind)
    if sanction is not None:
        raise refusal(Reason(wording.sentence(sanction)))


def check_may_still_act(user_id: int, session_key: str) -> None:
    """The same question asked again on an open connection: is the session alive, and the person
    still welcome? Raises Banned, or another MayNotAct."""
    found = sign_in_of(session_key)
    if found is None or found.user.pk != user_id:
        raise refusals.SignedOut
    check_may_act(found.user)


@dataclass(frozen=True)
class SignIn:
    """Who is signed in by a session."""

    user: User
    mark: str
    """Another one when the session or the password has changed: a heartbeat asks for no more."""


def sign_in_of(session_key: str) -> SignIn | None:
    """As the login middleware would say it. Two queries."""
    if "\0" in session_key:
        return None
    row = Session.objects.filter(session_key=session_key, expire_date__gt=timezone.now()).first()
    session = row.get_decoded() if row else {}
    if row is None or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    user = User.objects.filter(pk=session.get(SESSION_KEY, 0), is_active=True).first()
    if user is None:
        return None
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    known = session.get(HASH_SESSION_KEY, "")
    if not any(constant_time_compare(known, each) for each in hashes):
        return None
    mark = md5((row.session_data + user.password).encode(), usedforsecurity=False)
    return SignIn(user, mark.hexdigest())


def banned(user_id: int) -> refusals.Banned:
    """What a banned person is told: until when, and the reason."""
    sanction = sanctions.running(user_id, Kind.BAN)
    return refusals.Banned(Reason(wording.sentence(sanction)) if sanction else None)


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
