"""Signal receivers of devices: a sign-in is a sighting; who leaves leaves none behind."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.devices import services
from accounts.devices.models import Sighting
from accounts.models import User
from accounts.signals import account_erasing


@receiver(user_logged_in)
def note_sign_in(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    if request is not None and request.META.get("REMOTE_ADDR"):
        services.note(request, user)


@receiver(account_erasing)
def forget(sender: Any, user: User, **_: Any) -> None:
    Sighting.objects.filter(user=user).delete()
