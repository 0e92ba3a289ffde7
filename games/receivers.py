"""What a change of somebody's access means at the tables."""

from contextlib import suppress
from typing import Any

from django.dispatch import receiver

from accounts.access.revocation import Why
from accounts.notices.signals import bell_changed
from accounts.signals import access_revoked, account_closing, account_held, sanctions_changed
from games.engine.errors import GameOver
from games.live import broadcast
from games.live.close_codes import BANNED, SIGNED_OUT
from games.services import leaving


@receiver(access_revoked)
def close_sockets(
    sender: Any, user: Any, why: str, session_key: str | None = None, **_: Any
) -> None:
    """A logout closes that session's sockets; a ban or a new password closes them all."""
    code = BANNED if why == Why.BANNED else SIGNED_OUT
    broadcast.user_revoked(user.pk, code, session_key)


@receiver(access_revoked)
def hand_over_running_matches(sender: Any, user: Any, why: str, **_: Any) -> None:
    if why in (Why.BANNED, Why.DEACTIVATED):
        leaving.leave_everywhere_banned(user)


@receiver(sanctions_changed)
def show_sanctions(sender: Any, user: Any, **_: Any) -> None:
    """A warning or a silence is on every open page of this person at once."""
    broadcast.sanctions_changed(user.pk)


@receiver(account_closing)
def leave_running_matches(sender: Any, user: Any, **_: Any) -> None:
    for match_id in list(leaving.seats_in_play(user).values_list("match_id", flat=True)):
        with suppress(GameOver):  # it ended meanwhile
            leaving.leave_for_good(match_id, user)


@receiver(account_held)
def plays(sender: Any, user: Any, **_: Any) -> bool:
    return leaving.seats_in_play(user).exists()


@receiver(bell_changed)
def ring(sender: Any, user_ids: list[int], **_: Any) -> None:
    for user_id in user_ids:
        broadcast.bell_changed(user_id)
