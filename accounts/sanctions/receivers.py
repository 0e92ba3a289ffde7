"""Signal receivers of sanctions: what they wrote goes; that a sanction was, and why, stays."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.sanctions.models import Appeal
from accounts.signals import account_erasing


@receiver(account_erasing)
def forget(sender: Any, user: User, **_: Any) -> None:
    Appeal.objects.filter(subject__user=user).update(text="–")
