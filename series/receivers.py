"""Signal receivers: outages are given back to the clocks of series; who leaves for good leaves, and
a guest who signs in goes on. A reserved table is told how long its chairs are held, the archive who
else may see its match."""

from typing import Any

from django.db import connection
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, account_held, guest_signed_in
from archive.replay import access
from games.signals import clocks_credited
from lobby.services import reserved
from series import selectors
from series.models import Entrant, Member
from series.services import entering

reserved.register(selectors.held_ms)
access.register(selectors.shares_match)

CREDIT = (
    "UPDATE series_series SET deadline = deadline + %s * interval '1 second'"
    " WHERE status = 'running' AND deadline IS NOT NULL",
    "UPDATE series_pod SET held_until = held_until + %s * interval '1 second'"
    " WHERE status = 'called' AND held_until IS NOT NULL",
)


@receiver(clocks_credited)
def give_time_back(sender: Any, seconds: float, **_: Any) -> None:
    """To every running series and every call to a table. What is planned begins when it begins."""
    with connection.cursor() as cursor:
        for statement in CREDIT:
            cursor.execute(statement, [seconds])


@receiver(guest_signed_in)
def keep_the_entry(sender: Any, guest: User, user: User, **_: Any) -> None:
    entering.hand_over(guest, user)


@receiver(account_closing)
def withdraw(sender: Any, user: User, **_: Any) -> None:
    entering.withdraw_everywhere(user)


@receiver(account_held)
def takes_part(sender: Any, user: User, **_: Any) -> bool:
    rows = Member.objects.filter(user=user, entrant__status__in=Entrant.TAKING_PART)
    return rows.filter(series__status__in=("planned", "running", "paused")).exists()
