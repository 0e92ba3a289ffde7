"""Signal receivers of karma, and the notices it sends."""

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.karma import services
from accounts.models import User
from accounts.notices import kinds
from accounts.signals import account_erasing

kinds.register(
    "karma",
    _("%(what)s: karma %(change)+d, now %(value)d."),
    icon="triangle-alert",
    translated=("what",),
)
kinds.register(
    "appeal-accepted", _("Your appeal was accepted: the entry is taken back."), icon="circle-check"
)
kinds.register("appeal-declined", _("Your appeal was answered: the entry stays."), icon="info")


@receiver(account_erasing)
def forget(sender: Any, user: User, **_: Any) -> None:
    services.forget(user)
