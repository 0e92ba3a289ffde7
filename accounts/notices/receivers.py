"""Signal receivers of notices: what is erased with an account."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.notices import services
from accounts.signals import account_erasing


@receiver(account_erasing)
def forget(sender: Any, user: User, **_: Any) -> None:
    services.forget(user)
