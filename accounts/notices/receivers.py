"""Signal receivers of notices: what is erased with an account."""

from typing import Any

from django.dispatch import receiver

from accounts.access.revocation import Why
from accounts.models import User
from accounts.notices import services
from accounts.signals import access_revoked, account_erasing


@receiver(account_erasing)
def forget(sender: Any, user: User, **_: Any) -> None:
    services.forget(user)


@receiver(access_revoked)
def forget_the_last(sender: Any, user: User, why: str, **_: Any) -> None:
    """What they were being told while they left: the leaving has waited for it."""
    if why == Why.CLOSED:
        services.forget_told(user)
