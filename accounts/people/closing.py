"""Account closing: erases a person and keeps the row, so that the matches of others keep theirs.

The order in which the whole site locks rows, so that nobody waits for each other in a circle:
person, table, match, seat, then the rest; several of a kind by their ids. A person is locked with
`locking.lock_person`, which lets others add rows that name them, as the end of a match does.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Field
from django.utils import timezone

from accounts.access.permissions import Why, revoke
from accounts.models import User
from accounts.people.locking import lock_person
from accounts.signals import account_closing, account_erasing

# What makes a row a person. Everything named here goes back to its default.
_PERSONAL = (
    "language",
    "theme",
    "deck",
    "speed",
    "sound",
    "confirm_moves",
    "big_cards",
    "avatar_hue",
    "avatar_shape",
    "last_login",
    "is_staff",
    "is_superuser",
)


def is_last_superuser(user: User) -> bool:
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and not others.exists()


@transaction.atomic
def close_account(user: User) -> None:
    """Wipes the person and keeps the row. Holds the row's lock until the end."""
    user = lock_person(user.pk)
    if user.has_left:
        return
    account_closing.send(sender=User, user=user)
    account_erasing.send(sender=User, user=user)
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    for name in _PERSONAL:
        field = User._meta.get_field(name)
        assert isinstance(field, Field)
        setattr(user, name, field.get_default())
    user.username = f"deleted-{user.pk}"
    user.email = ""
    user.is_active = False
    user.deleted_at = timezone.now()
    user.set_unusable_password()
    user.save()
    revoke(user, Why.CLOSED)
