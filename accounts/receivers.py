"""Signal receivers of sessions: Django and allauth say what ended, and it is revoked."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.access.permissions import Why, revoke
from accounts.models import User
from accounts.people.closing import close_account


@receiver([password_changed, password_reset, password_set])
def end_sessions_of_the_old_password(sender: object, user: User, **_: Any) -> None:
    """Django has already made the other sessions void: their hash is of the old password."""
    revoke(user, Why.PASSWORD)


@receiver(user_logged_out)
def end_this_session(sender: object, request: HttpRequest, user: User | None, **_: Any) -> None:
    if user is not None and request.session.session_key:
        revoke(user, Why.LOGGED_OUT, request.session.session_key)
    if user is not None and user.is_guest:
        close_account(user)  # nothing opens this session again
