"""Signal receivers: what the end of somebody's access means to their programs."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.dispatch import receiver

from accounts.access.permissions import Why
from accounts.models import User
from accounts.signals import access_revoked, account_closing, account_erasing, account_held
from api import services
from games.live.close_codes import BANNED, SIGNED_OUT


@receiver(access_revoked)
def silence_the_bots(sender: Any, user: User, why: str, **_: Any) -> None:
    """A ban reaches what plays for the one who is banned. A logout ends no token."""
    if why in (Why.BANNED, Why.DEACTIVATED, Why.CLOSED):
        services.silence_bots_of(user, BANNED if why == Why.BANNED else SIGNED_OUT)


@receiver([password_changed, password_reset, password_set])
def revoke_with_the_password(sender: Any, user: User, **_: Any) -> None:
    """Whoever knew the old password may have made tokens with it."""
    services.revoke_all(user)


@receiver(account_closing)
def leave_for_good(sender: Any, user: User, **_: Any) -> None:
    services.close_bots(user)


@receiver(account_held)
def has_programs(sender: Any, user: User, **_: Any) -> bool:
    return user.programs.filter(user__is_active=True).exists()


@receiver(account_erasing)
def forget(sender: Any, user: User, **_: Any) -> None:
    services.forget(user)
