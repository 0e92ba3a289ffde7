"""Account closing: erases a person and keeps the row, so that the matches of others keep theirs.

The order in which the whole site locks rows, so that nobody waits for each other in a circle:
series, person, table, match, seat, then the rest; several of a kind by their ids. A person is
locked with `locking.lock_person`, which lets others add rows that name them, as the end of a match
does.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Field
from django.utils import timezone

from accounts.access.permissions import Why, revoke
from accounts.models import User
from accounts.people.free_names import name_of_past_guest
from accounts.people.locking import lock_person
from accounts.signals import account_closing, account_erasing, account_held

# What makes a row a person. Everything named here goes back to its default.
_PERSONAL = (
    "language",
    "theme",
    "deck",
    "speed",
    "sound",
    "confirm_moves",
    "play_forced",
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


def close_account(user: User) -> None:
    """First they leave everything, step by step; then one transaction wipes the person. Of a guest
    the name stays, marked: there was nothing else to know of them.

    Several matches left in one transaction would hold the rows of the first while they wait for
    those of the next. So each is left by itself, and whoever sat down again meanwhile leaves again.
    """
    while not _wipe(user):
        account_closing.send(sender=User, user=user)


@transaction.atomic
def _wipe(user: User) -> bool:
    """Wipes the person and keeps the row, unless something still holds them."""
    was_guest, user = user.is_guest, lock_person(user.pk)
    if user.has_left or (was_guest and not user.is_guest):
        return True  # gone already; or the guest who was to go has just signed up
    if any(held for _receiver, held in account_held.send(sender=User, user=user)):
        return False
    account_erasing.send(sender=User, user=user)
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    for name in _PERSONAL:
        field = User._meta.get_field(name)
        assert isinstance(field, Field)
        setattr(user, name, field.get_default())
    user.username = name_of_past_guest(user.username) if user.is_guest else f"deleted-{user.pk}"
    user.email = ""
    user.is_active = False
    user.deleted_at = timezone.now()
    user.set_unusable_password()
    user.save()
    revoke(user, Why.CLOSED)
    return True
