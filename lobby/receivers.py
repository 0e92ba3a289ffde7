"""Signal receivers: what the end of a match or of somebody's access means at the tables."""

from typing import Any

from django.dispatch import receiver

from accounts.access.permissions import Why
from accounts.models import User
from accounts.signals import (
    access_revoked,
    account_closing,
    account_erasing,
    account_held,
    guest_signed_in,
    renamed,
    sanctions_changed,
)
from games.live import broadcast
from games.signals import match_finished, turn_came
from lobby import selectors
from lobby.models import Chair
from lobby.services import chairs, chores, starting, talk


@receiver(match_finished)
def open_the_room_again(sender: Any, match_id: int, **_: Any) -> None:
    starting.match_over(match_id)


@receiver(turn_came)
def call_to_table(
    sender: Any, match_id: int, venue: str, seq: int, seats: list[int], **_: Any
) -> None:
    talk.call_to_table(match_id, venue, seq, seats)


@receiver(access_revoked)
def free_the_chairs(sender: Any, user: User, why: str, **_: Any) -> None:
    if why in (Why.BANNED, Why.DEACTIVATED):
        chairs.get_up_everywhere(user)


@receiver(sanctions_changed)
def leave_rated_tables(sender: Any, user: User, **_: Any) -> None:
    if user.is_unrated:
        chairs.get_up_from_rated(user)


@receiver(guest_signed_in)
def keep_the_chairs(sender: Any, guest: User, user: User, **_: Any) -> None:
    chairs.hand_over(guest, user)


@receiver(account_closing)
def leave_for_good(sender: Any, user: User, **_: Any) -> None:
    chairs.get_up_everywhere(user)


@receiver(account_held)
def sits(sender: Any, user: User, **_: Any) -> bool:
    return Chair.objects.filter(user=user).exists()


@receiver(account_erasing)
def forget(sender: Any, user: User, **_: Any) -> None:
    chores.forget(user)


@receiver(renamed)
def show_new_name(sender: Any, user: User, **_: Any) -> None:
    """On every open page that names them: where they sit or play, or lately said something."""
    for table in selectors.tables_that_name(user):
        broadcast.names_changed(table.venue, table.match_id)
    broadcast.lobby_changed()
