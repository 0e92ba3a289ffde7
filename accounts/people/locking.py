"""Row lock of a person: the first lock of whatever changes something of theirs.

The order in which the whole site locks rows is written in `accounts.people.closing`.
"""

from collections.abc import Iterable

from accounts.models import User


def lock_people(ids: Iterable[int]) -> list[User]:
    """Several people by their ids, as they are now: whoever left meanwhile is not active."""
    rows = User.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=ids)
    return list(rows.order_by("pk"))


def lock_person(user_id: int) -> User:
    """The person, locked until the transaction ends. Rows that name them can still be added."""
    return User.objects.select_for_update(of=("self",), no_key=True).get(pk=user_id)
