"""Signal receivers: what the end of somebody's access means to their programs."""

from typing import Any

from django.dispatch import receiver

from accounts.access.permissions import Why
from accounts.models import User
from accounts.signals import access_revoked, account_closing
from api import services
from games.live.close_codes import BANNED, SIGNED_OUT


@receiver(access_revoked)
def silence_the_bots(sender: Any, user: User, why: str, **_: Any) -> None:
    """A ban reaches what plays for the one who is banned. A logout ends no token."""
    if why in (Why.BANNED, Why.DEACTIVATED, Why.CLOSED):
        services.silence_bots_of(user, BANNED if why == Why.BANNED else SIGNED_OUT)


@receiver(account_closing)
def leave_for_good(sender: Any, user: User, **_: Any) -> None:
    services.forget(user)
