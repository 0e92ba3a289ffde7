"""Signal receivers of ratings: who leaves the site leaves the boards."""

from typing import Any

from django.dispatch import receiver

from accounts.access.permissions import Why
from accounts.models import User
from accounts.ratings import services
from accounts.signals import access_revoked


@receiver(access_revoked)
def leave_the_boards(sender: Any, user: User, why: str, **_: Any) -> None:
    """After everything else: the matches they gave up on leaving have been counted by now."""
    if why == Why.CLOSED:
        services.forget(user)
