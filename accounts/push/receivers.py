"""Signal receivers of push: a browser that is signed out shows nothing more."""

from typing import Any

from allauth.account.signals import password_changed, password_set, user_signed_up
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.access.revocation import Why
from accounts.models import User
from accounts.push import services
from accounts.signals import access_revoked, account_erasing

SESSION_KEY = "push_device"
"""In a session: the device that it is."""


@receiver(user_logged_out)
def forget_this_browser(sender: object, request: HttpRequest, user: User | None, **_: Any) -> None:
    device = request.session.get(SESSION_KEY)
    if user is not None and device is not None:
        services.remove(user, device)


@receiver([password_changed, password_set, user_signed_up])
def subscribe_anew(sender: object, request: HttpRequest, **_: Any) -> None:
    """All devices go with the old password, and a guest's with the guest; this browser says then
    that it is still there."""
    request.session.pop(SESSION_KEY, None)


@receiver(access_revoked)
def forget_every_browser(
    sender: object, user: User, why: str, session_key: str | None = None, **_: Any
) -> None:
    """And what was still to be sent to somebody who has just left for good."""
    if why == Why.CLOSED:
        services.forget(user)
    elif session_key is None:
        services.forget_devices(user)


@receiver(account_erasing)
def forget(sender: object, user: User, **_: Any) -> None:
    services.forget(user)
