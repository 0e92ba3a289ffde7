"""What the end of a match or of somebody's access means at the tables."""

from typing import Any

from django.dispatch import receiver

from accounts.access import Why
from accounts.models import User
from accounts.signals import access_revoked, account_closing
from games.signals import match_finished
from lobby import services


@receiver(match_finished)
def open_the_room_again(sender: Any, match_id: int, **_: Any) -> None:
    services.match_over(match_id)


@receiver(access_revoked)
def free_the_chairs(sender: Any, user: User, why: str, **_: Any) -> None:
    if why in (Why.BANNED, Why.DEACTIVATED):
        services.get_up_everywhere(user)


@receiver(account_closing)
def leave_for_good(sender: Any, user: User, **_: Any) -> None:
    services.forget(user)
