"""Row lock of a person: the first lock of whatever changes something of theirs.

The order in which the whole site locks rows is written in `accounts.people.closing`.
"""

from accounts.models import User


def lock_person(user_id: int) -> User:
    """The person, locked until the transaction ends. Rows that name them can still be added."""
    return User.objects.select_for_update(of=("self",), no_key=True).get(pk=user_id)
