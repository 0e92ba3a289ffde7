"""Row lock of a person: the first lock of whatever changes something of theirs.

The order in which the whole site locks rows is written in `accounts.people.closing`.
"""

from collections.abc import Iterable

from django.db import connection

from accounts.access.refusals import AccountClosed
from accounts.models import User


def lock_people(ids: Iterable[int]) -> list[User]:
    """Several people by their ids, as they are now: whoever left meanwhile is not active."""
    rows = User.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=ids)
    return list(rows.order_by("pk"))


# The weakest lock there is: only who is renamed or leaves for good waits for it.
HOLD = """
SELECT id FROM accounts_user
 WHERE id = ANY(%s) AND is_active AND NOT is_bot ORDER BY id FOR KEY SHARE
"""


def hold_people(ids: Iterable[int]) -> list[int]:
    """Those who are still here, and leave not before this transaction ends. Bots are not asked."""
    with connection.cursor() as cursor:
        cursor.execute(HOLD, [list(ids)])
        return [row[0] for row in cursor.fetchall()]


def lock_person(user_id: int) -> User:
    """The person, locked until the transaction ends. Rows that name them can still be added."""
    return User.objects.select_for_update(of=("self",), no_key=True).get(pk=user_id)


def lock_who_stays(user: User) -> User:
    """The person, locked. Of whoever has left for good since the request began, nothing is kept."""
    person = lock_person(user.pk)
    if person.has_left:
        raise AccountClosed
    return person
